-- expect: budget
local s = ("a"):rep(40)
return s:find(("a*"):rep(40) .. "b")
