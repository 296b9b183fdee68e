-- expect: budget
local f, g
function f() return g() end
function g() return f() end
return f()
