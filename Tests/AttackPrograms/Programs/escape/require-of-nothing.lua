-- expect: module
return require("")
