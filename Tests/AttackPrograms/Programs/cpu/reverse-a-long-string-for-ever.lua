-- expect: budget
local s = ("ab"):rep(1000000)
while true do s:reverse() end
