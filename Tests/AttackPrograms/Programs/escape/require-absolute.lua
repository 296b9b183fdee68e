-- expect: module
return require("/etc/passwd")
