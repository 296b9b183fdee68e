-- expect: budget
local s = "\\"
while true do s = string.format("%q", s) end
