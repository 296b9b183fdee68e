-- expect: budget
local s = ("ab"):rep(1000):rep(50)
while true do local n = select("#", s:byte(1, -1)) end
