-- expect: budget
local t = {}
while true do t[#t + 1] = ("abc"):gmatch("(.)(.)") end
