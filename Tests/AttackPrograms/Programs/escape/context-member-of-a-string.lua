-- expect: undefined-global
-- expect: runtime
-- expect: value
-- needs: context
return c.todo.title.secret
