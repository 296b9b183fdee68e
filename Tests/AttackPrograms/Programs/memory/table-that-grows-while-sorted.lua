-- expect: budget
local t = { 3, 2, 1 }
table.sort(t, function(a, b) for i = 1, 1e6 do t[#t + 1] = i end return a < b end)
