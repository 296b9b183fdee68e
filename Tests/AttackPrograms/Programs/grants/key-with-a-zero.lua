-- expect: not-granted
-- needs: context
return c["secret\0"]
