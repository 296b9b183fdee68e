-- expect: undefined-global getmetatable
return getmetatable(c)
