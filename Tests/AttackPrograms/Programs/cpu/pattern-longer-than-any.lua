-- expect: budget
-- expect: value nil
-- expect: value
local p = ("a?"):rep(500000)
return (("a"):rep(100)):find(p .. "$")
