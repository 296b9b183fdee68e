-- expect: budget
-- needs: context
while true do local x = c.n + #c.list + #c.todo.title end
