-- expect: budget
-- expect: runtime
local function f(n) if n == 0 then error("deep") end return 1 + f(n - 1) end
return f(190000)
