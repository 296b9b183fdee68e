-- expect: runtime
-- needs: context
error(c)
