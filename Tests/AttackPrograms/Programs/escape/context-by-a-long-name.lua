-- expect: budget
-- expect: unknown-key
-- needs: context
return c[("x"):rep(1000):rep(1000)]
