-- expect: budget
-- expect: runtime
local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, ...) end
return f()
