-- expect: value 0
return #string.rep("", 1e15)
