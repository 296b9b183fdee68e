-- expect: budget
local function sum(...)
  local s = 0
  for i = 1, select("#", ...) do s = s + select(i, ...) end
  return s
end
local t = {}
for i = 1, 20000 do t[i] = i end
return sum(table.unpack(t))
