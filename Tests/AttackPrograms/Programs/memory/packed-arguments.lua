-- expect: budget
local t = {}
while true do t[#t + 1] = table.pack(table.unpack({}, 1, 10000)) end
