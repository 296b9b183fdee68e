-- expect: frozen
-- needs: context
leaked = 1
