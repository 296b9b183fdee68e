-- expect: budget
-- expect: runtime
error(("x"):rep(1000000))
