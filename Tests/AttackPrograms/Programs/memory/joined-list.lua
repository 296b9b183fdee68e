-- expect: budget
local t, s = {}, ("x"):rep(1000):rep(100)
for i = 1, 1000 do t[i] = s end
return #table.concat(t)
