-- expect: not-granted secret
-- needs: context
return c["sec" .. "ret"]
