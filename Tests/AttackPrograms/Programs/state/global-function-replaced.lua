-- expect: frozen
-- needs: context
print = nil
