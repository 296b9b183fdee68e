-- expect: budget
-- expect: runtime
return table.concat({}, "", math.mininteger, math.maxinteger)
