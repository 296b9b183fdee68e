-- expect: budget
local s = ("("):rep(100000)
for i = 1, #s do s:find("%b()", i) end
