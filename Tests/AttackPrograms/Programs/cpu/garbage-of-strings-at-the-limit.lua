-- expect: budget
local keep = {}
for i = 1, 7 do keep[i] = ("x"):rep(1000):rep(1000) .. i end
while true do local s = ("y"):rep(1000) .. #keep end
