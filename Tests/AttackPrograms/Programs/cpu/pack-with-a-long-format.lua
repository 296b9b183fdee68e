-- expect: budget
-- expect: runtime
return string.pack(("i1"):rep(1000):rep(1000))
