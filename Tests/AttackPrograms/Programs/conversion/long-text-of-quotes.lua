-- expect: value
-- expect: budget
return ("\""):rep(1000000)
