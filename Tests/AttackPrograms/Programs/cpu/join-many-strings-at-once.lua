-- expect: budget
local s = ("ab"):rep(1000):rep(500)
while true do local x = s .. 1 .. s .. 2 .. s end
