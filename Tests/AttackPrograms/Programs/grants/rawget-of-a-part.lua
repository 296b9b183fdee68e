-- expect: undefined-global rawget
-- needs: context
return rawget(c.todo, "price")
