-- expect: budget
local s = ("x"):rep(1000):rep(1000)
while true do print(s) end
