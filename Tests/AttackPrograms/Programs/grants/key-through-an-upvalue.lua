-- expect: not-granted secret
-- needs: context
local context = { c = c }
return (function() return context.c["secret"] end)()
