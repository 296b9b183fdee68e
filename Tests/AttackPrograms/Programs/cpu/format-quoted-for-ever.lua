-- expect: budget
local s = ("\0\n\""):rep(100000)
while true do string.format("%q", s) end
