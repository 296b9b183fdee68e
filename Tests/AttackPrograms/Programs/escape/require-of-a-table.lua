-- expect: runtime
return require({})
