-- expect: unknown-key
-- needs: context
return c["\xff\xfe"]
