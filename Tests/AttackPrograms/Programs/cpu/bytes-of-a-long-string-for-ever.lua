-- expect: budget
local s = ("ab"):rep(50000)
while true do local n = select("#", s:byte(1, -1)) end
