-- expect: unknown-key
-- needs: context
return c.__index
