-- expect: undefined-global setmetatable
return setmetatable({}, { __mode = "k" })
