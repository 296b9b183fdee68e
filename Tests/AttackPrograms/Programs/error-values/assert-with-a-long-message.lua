-- expect: budget
-- expect: runtime
assert(false, ("x"):rep(1000000))
