-- expect: budget
-- expect: runtime
local s = ("x"):rep(1000):rep(100)
while true do string.unpack(("B"):rep(1000):rep(100), s) end
