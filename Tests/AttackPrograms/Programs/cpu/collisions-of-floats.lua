-- expect: budget
local t = {}
for i = 1, 1e9 do t[i * 2.0 ^ 53 + 0.0] = i end
