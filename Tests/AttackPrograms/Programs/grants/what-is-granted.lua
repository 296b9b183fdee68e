-- expect: value buy7
-- needs: context
return c.todo.title .. c.n
