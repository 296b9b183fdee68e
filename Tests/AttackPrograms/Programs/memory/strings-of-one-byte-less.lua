-- expect: budget
local t = {}
for i = 1, 1e9 do t[i] = ("z"):rep(16 * 1024 - 40) .. i end
