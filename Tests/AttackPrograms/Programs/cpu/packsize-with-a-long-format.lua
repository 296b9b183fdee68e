-- expect: budget
-- expect: value
-- expect: runtime
while true do string.packsize(("i1"):rep(1000000)) end
