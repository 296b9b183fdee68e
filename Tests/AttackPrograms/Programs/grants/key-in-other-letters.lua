-- expect: not-granted
-- needs: context
return c["Secret"]
