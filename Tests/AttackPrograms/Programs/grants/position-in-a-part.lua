-- expect: not-granted todo.1
-- needs: context
return c.todo[1]
