-- expect: runtime
table.insert({}, 1e15, 1)
