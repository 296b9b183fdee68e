-- expect: not-granted todo
-- needs: context
return next(c.todo)
