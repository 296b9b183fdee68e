-- expect: frozen
-- needs: context
c.isAdmin = true
