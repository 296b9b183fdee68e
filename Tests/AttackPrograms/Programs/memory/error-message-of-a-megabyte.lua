-- expect: budget
-- expect: runtime
error(("x"):rep(1000):rep(1000))
