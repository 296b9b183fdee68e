-- expect: not-granted todo.price
-- needs: context
local list = { c.todo, c.todo }
table.sort(list, function(a, b) return a.title < b.title and a["pri" .. "ce"] end)
return list[1]["pri" .. "ce"]
