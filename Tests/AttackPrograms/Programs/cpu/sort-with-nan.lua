-- expect: value 3
local t = { 0 / 0, 1, 0 / 0 }
table.sort(t)
return #t
