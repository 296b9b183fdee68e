-- expect: budget
-- expect: runtime
-- expect: value
local function f(n) return select("#", table.unpack({}, 1, 900000)) + (n > 0 and f(n - 1) or 0) end
return f(100)
