-- expect: budget
local s, t = ("x"):rep(1000):rep(1000), {}
local one = { [s] = 1 }
for i = 1, 10000 do t[i] = one end
return t
