-- expect: budget
local s = (" "):rep(1000):rep(3000) .. "1"
while true do local x = s * 2 end
