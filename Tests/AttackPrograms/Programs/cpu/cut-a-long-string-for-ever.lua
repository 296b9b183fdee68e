-- expect: budget
local s = ("ab"):rep(1000000)
for i = 1, #s do s:sub(i) end
