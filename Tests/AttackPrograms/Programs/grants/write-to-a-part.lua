-- expect: frozen
-- needs: context
c.todo.title = "x"
