-- expect: budget
local s = ("ab"):rep(1000):rep(1000)
for i = 1, #s do s:sub(i) end
