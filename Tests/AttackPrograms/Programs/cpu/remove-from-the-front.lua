-- expect: budget
local t = {}
for i = 1, 30000 do t[i] = i end
while #t > 0 do table.remove(t, 1) end
while true do end
