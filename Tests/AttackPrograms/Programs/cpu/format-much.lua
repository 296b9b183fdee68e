-- expect: budget
local n = {}
for i = 1, 100 do n[i] = 1 / i end
while true do string.format(("%99.99f"):rep(100), table.unpack(n)) end
