-- expect: budget
local s = ("x"):rep(1000):rep(100)
return #s:gsub("", ("y"):rep(1000))
