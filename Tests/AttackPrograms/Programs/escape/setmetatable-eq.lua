-- expect: undefined-global setmetatable
local m = { __eq = function() while true do end end }
return setmetatable({}, m) == setmetatable({}, m)
