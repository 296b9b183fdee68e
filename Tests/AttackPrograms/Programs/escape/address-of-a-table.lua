-- expect: value table
return tostring({})
