-- expect: budget
local t, big = {}, {}
for i = 1, 1000 do big[i] = i end
while true do t[#t + 1] = pairs(big) end
