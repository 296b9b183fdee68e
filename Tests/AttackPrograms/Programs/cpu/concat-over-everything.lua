-- expect: budget
-- expect: runtime
return table.concat({}, "", 1, math.maxinteger)
