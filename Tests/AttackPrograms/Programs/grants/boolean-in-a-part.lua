-- expect: not-granted todo.true
-- needs: context
return c.todo[true]
