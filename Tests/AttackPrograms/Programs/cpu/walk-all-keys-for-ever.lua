-- expect: budget
-- expect: unknown-key
-- expect: cycle
-- needs: context
while true do for k in next, c do end end
