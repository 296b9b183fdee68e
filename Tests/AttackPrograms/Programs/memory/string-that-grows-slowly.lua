-- expect: budget
local s = ""
while true do s = s .. "0123456789abcdef" end
