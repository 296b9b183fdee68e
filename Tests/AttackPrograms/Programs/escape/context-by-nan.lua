-- expect: unknown-key
-- expect: runtime
-- needs: context
return c[0 / 0]
