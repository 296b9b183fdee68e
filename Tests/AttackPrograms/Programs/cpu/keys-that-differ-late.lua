-- expect: budget
local t, s = {}, ("x"):rep(1000):rep(30)
for i = 1, 100 do t[s .. i] = i end
while true do for _ in pairs(t) do end end
