-- expect: frozen
-- expect: runtime
table.insert(string, "x")
