-- expect: value
return { null, null }
