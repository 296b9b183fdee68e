-- expect: value null
return null
