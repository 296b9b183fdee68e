-- expect: budget
-- expect: value
-- expect: runtime
while true do string.packsize(("i1"):rep(1000):rep(1000)) end
