-- expect: not-granted todo.price
-- needs: context
local todo = c.on and c.todo or {}
return todo["pri" .. "ce"]
