-- expect: budget
for i = 1.0, math.huge do end
