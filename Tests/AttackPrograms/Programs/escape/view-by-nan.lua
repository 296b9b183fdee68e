-- expect: value nil
-- needs: context
return c.list[0 / 0]
