-- expect: budget
-- needs: context
while true do for _ in pairs(c.todo) do end end
