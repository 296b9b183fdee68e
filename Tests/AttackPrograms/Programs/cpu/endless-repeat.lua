-- expect: budget
repeat until false
