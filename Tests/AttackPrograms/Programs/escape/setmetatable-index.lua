-- expect: undefined-global setmetatable
return setmetatable({}, { __index = function(t, k) return t[k] end }).x
