-- expect: budget
return #string.rep("x", 1e15)
