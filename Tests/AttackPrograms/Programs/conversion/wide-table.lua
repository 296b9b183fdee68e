-- expect: budget
local t = {} for i = 1, 150000 do t[i] = i end return t
