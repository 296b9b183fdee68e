-- expect: frozen
table.sort = print
