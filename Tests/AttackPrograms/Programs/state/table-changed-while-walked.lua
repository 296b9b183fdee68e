-- expect: value 3
local t, n = { a = 1, b = 2, c = 3 }, 0
for k in pairs(t) do n = n + 1 t[k] = nil t[k .. "x"] = 1 end
return n
