-- expect: budget
-- expect: runtime
local function f() return (("x"):gsub("x", f)) end
return f()
