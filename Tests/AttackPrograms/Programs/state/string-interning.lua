-- expect: value true
local a, b = ("x"):rep(50), ("x"):rep(50)
return a == b and ({ [a] = true })[b]
