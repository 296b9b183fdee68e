-- expect: frozen
-- expect: runtime
-- needs: context
table.move({ 7, 8 }, 1, 2, 1, c.list)
