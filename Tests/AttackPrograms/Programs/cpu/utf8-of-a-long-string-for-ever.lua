-- expect: budget
local s = ("é"):rep(500000)
while true do utf8.len(s) end
