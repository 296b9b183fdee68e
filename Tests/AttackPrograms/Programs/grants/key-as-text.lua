-- expect: not-granted secret
-- needs: context
return string.format("%s", c["sec" .. "ret"])
