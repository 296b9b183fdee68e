-- expect: value 42
local function f(_ENV) return x end
return f({ x = 42 })
