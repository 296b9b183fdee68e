-- expect: budget
local s = ("("):rep(1000):rep(100)
for i = 1, #s do s:find("%b()", i) end
