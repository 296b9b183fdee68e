-- expect: budget
-- expect: runtime
local f, g
function f(n) return 1 + g(n) end
function g(n) return 1 + f(n) end
return f(1)
