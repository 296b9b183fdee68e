-- expect: budget
-- expect: runtime
assert(false, ("x"):rep(1000):rep(1000))
