-- expect: budget
-- expect: runtime
local s = ("x"):rep(100000)
while true do string.unpack(("B"):rep(100000), s) end
