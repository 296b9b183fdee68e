-- expect: budget
local t = {}
for i = 1, 40000 do t["k" .. i] = i end
for i = 1, 39999 do t["k" .. i] = nil end
while true do next(t) end
