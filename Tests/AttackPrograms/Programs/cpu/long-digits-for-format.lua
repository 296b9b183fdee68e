-- expect: budget
local s = ("0"):rep(3000000) .. "1"
while true do string.format("%d", s) end
