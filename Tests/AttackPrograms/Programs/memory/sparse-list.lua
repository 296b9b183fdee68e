-- expect: budget
local t = {}
for i = 1, 1e9 do t[i * 1000] = true end
