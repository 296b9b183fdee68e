-- expect: budget
local t = {}
for i = 1, 1e9 do t["key" .. i] = { i } end
