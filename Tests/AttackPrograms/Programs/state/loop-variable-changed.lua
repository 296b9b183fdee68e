-- expect: value 3
local n = 0
for i = 1, 3 do n = n + 1 local i = 100 end
return n
