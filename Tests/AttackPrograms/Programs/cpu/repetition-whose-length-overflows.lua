-- expect: budget
-- expect: runtime
return #string.rep("xx", math.maxinteger)
