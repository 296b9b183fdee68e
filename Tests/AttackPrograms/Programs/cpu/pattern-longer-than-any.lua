-- expect: budget
-- expect: value nil
-- expect: value
local p = ("a?"):rep(1000):rep(500)
return (("a"):rep(100)):find(p .. "$")
