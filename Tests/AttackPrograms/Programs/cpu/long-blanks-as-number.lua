-- expect: budget
local s = (" "):rep(3000000) .. "1"
while true do local x = s * 2 end
