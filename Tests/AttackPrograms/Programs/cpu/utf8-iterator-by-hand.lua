-- expect: budget
-- expect: runtime
local f, s = utf8.codes(("\x80"):rep(1000):rep(1000))
while true do f(s, 1) end
