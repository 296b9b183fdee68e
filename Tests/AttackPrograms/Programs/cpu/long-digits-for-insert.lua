-- expect: budget
local s = ("0"):rep(1000):rep(3000) .. "1"
local t = { 1 }
while true do table.insert(t, s, 1) table.remove(t) end
