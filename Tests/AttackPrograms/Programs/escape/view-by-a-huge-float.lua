-- expect: value nil
-- needs: context
return c.list[1e300]
