-- expect: not-granted todo
-- needs: context
return #c.todo
