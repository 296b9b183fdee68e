-- expect: budget
local s = ("ab"):rep(500000)
while true do local x = s .. 1 .. s .. 2 .. s end
