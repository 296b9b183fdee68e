-- expect: frozen
-- expect: runtime
-- needs: context
table.insert(c.list, 9)
