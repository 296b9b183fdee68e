-- expect: value nil
-- needs: context
return c.list[math.mininteger]
