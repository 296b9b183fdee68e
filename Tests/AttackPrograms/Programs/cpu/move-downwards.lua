-- expect: budget
return table.move({}, -1e15, 1e15, 5)
