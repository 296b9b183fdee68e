-- expect: budget
-- expect: runtime
local function f(...) return 1 + f(..., ...) end
return f(1)
