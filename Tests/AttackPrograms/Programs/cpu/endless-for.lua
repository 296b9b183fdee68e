-- expect: budget
for i = 1, math.maxinteger do end
