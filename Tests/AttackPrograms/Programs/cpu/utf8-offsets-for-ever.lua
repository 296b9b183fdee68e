-- expect: budget
local s = ("é"):rep(1000):rep(500)
while true do utf8.offset(s, -500000) end
