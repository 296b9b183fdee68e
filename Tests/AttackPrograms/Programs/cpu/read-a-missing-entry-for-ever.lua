-- expect: budget
-- needs: context
while true do local x = c.todo.missing end
