-- expect: wrong-type
-- expect: budget
local first = {} local t = first
for i = 1, 150 do t[1] = {} t = t[1] end
t[1] = first
return first
