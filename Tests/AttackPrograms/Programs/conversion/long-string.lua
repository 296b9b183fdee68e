-- expect: value
-- expect: budget
return ("x"):rep(1000):rep(1000)
