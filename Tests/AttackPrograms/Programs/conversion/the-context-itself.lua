-- expect: wrong-type
-- needs: context
return c
