-- expect: budget
for i = math.maxinteger, math.mininteger, -1 do end
