-- expect: frozen
table.sort(string)
