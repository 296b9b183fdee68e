-- expect: budget
local s = ("0"):rep(1000):rep(3000) .. "1"
while true do string.format("%d", s) end
