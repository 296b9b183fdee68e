-- expect: runtime
-- needs: context
return c < c
