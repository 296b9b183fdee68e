-- expect: not-granted secret
-- needs: context
error(c["sec" .. "ret"])
