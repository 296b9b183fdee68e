-- expect: budget
local keep, n = nil, 0
for i = 1, 26000 do keep = { keep, {}, {}, {} } end
while true do local t = {} end
