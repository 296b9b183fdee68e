-- expect: runtime
-- needs: context
table.sort(c.list)
