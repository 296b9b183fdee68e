-- expect: budget
for a = 1, 1e4 do for b = 1, 1e4 do for c = 1, 1e4 do end end end
