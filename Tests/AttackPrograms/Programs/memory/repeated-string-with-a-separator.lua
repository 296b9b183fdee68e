-- expect: budget
return #string.rep("x", 1e6, ("y"):rep(1000))
