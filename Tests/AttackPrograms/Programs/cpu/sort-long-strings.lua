-- expect: budget
local a, b = ("x"):rep(1000):rep(2000) .. "a", ("x"):rep(1000):rep(2000) .. "b"
local t = {}
for i = 1, 20000 do t[i] = i % 2 == 0 and a or b end
table.sort(t)
return #t
