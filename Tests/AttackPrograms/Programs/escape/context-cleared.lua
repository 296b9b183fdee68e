-- expect: frozen
-- needs: context
for k in pairs(c.todo) do c.todo[k] = nil end
