-- expect: budget
local s = ("x"):rep(1000):rep(100)
while true do string.format("%s%s%s%s", s, s, s, s) end
