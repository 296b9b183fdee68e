-- expect: not-granted nothing
-- needs: context
return c["no" .. "thing"]
