-- expect: budget
-- needs: context
local s = ("x"):rep(1000):rep(1000)
while true do local x = c.todo[s] end
