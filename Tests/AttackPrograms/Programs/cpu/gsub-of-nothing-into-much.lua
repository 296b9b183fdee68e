-- expect: budget
local s = ("x"):rep(100000)
return #s:gsub("", ("y"):rep(1000))
