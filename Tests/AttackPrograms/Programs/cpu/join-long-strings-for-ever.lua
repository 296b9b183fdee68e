-- expect: budget
local s = ("ab"):rep(1000):rep(500)
while true do local x = s .. s end
