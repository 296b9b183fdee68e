-- expect: budget
local s = ("ab"):rep(1000):rep(1000)
while true do s:upper() end
