-- expect: budget
-- needs: context
local t = {}
while true do t[#t + 1] = { c.list, c.todo } end
