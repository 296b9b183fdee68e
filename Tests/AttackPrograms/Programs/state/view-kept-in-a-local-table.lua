-- expect: value
-- needs: context
local t = { c.todo, c.list }
return #t
