-- expect: not-granted todo.price
-- needs: context
return c.todo["pri" .. "ce"]
