-- expect: budget
local s = ("1"):rep(3000000)
while true do tonumber(s, 36) end
