-- expect: budget
local s = ("1"):rep(1000):rep(3000)
while true do tonumber(s, 36) end
