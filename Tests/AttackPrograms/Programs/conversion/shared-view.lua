-- expect: budget
-- needs: context
local t = {}
for i = 1, 60000 do t[i] = c.list end
return t
