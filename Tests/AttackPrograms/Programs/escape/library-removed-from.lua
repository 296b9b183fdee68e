-- expect: undefined-global
-- expect: frozen
-- expect: runtime
table.remove(string)
return 1
