-- expect: budget
local t = {}
for i = 1, 60 do t[1 << (i - 1)] = i end
while true do local n = #t end
