-- expect: undefined-global
-- expect: runtime
local _ENV <const> = "abc"
local function f() b = 1 local x = d return x end
return f()
