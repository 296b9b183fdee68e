-- expect: unknown-key
-- expect: runtime
-- needs: context
return c[nil]
