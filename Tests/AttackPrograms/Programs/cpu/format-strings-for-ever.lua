-- expect: budget
local s = ("x"):rep(100000)
while true do string.format("%s%s%s%s", s, s, s, s) end
