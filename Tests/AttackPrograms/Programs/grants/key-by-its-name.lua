-- expect: not-granted secret
-- needs: context
return c.secret
