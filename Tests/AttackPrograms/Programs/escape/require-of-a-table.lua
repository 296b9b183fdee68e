-- expect: module
-- expect: runtime
return require({})
