-- expect: value
-- expect: budget
return ("x"):rep(1000000)
