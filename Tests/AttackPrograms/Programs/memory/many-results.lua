-- expect: budget
-- expect: runtime
local function f(n) if n == 0 then return 1 end return n, f(n - 1) end
return f(1e6)
