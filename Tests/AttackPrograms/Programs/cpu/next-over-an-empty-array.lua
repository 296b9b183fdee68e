-- expect: budget
local t = table.pack(table.unpack({}, 1, 500000))
t.n = nil
while true do next(t) end
