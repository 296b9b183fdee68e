-- expect: undefined-global setmetatable
local x <close> = setmetatable({}, { __close = function() while true do end end })
