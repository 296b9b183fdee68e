-- expect: runtime
-- expect: budget
return table.move({}, math.mininteger, math.maxinteger, 1)
