-- expect: undefined-global getmetatable
getmetatable("").__index = function() return "pwned" end
