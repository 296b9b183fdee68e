-- expect: budget
-- expect: wrong-type
-- needs: host
local s, t = ("x"):rep(1000):rep(1000), {}
for i = 1, 10000 do t[i] = s end
return host.take(t)
