-- expect: value nil
-- needs: context
return c.todo.__index
