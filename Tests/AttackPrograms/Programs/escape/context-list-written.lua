-- expect: frozen
-- needs: context
c.list[1] = 0
