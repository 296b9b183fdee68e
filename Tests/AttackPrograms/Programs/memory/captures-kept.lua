-- expect: budget
local t = {}
while true do t[#t + 1] = { (("x"):rep(100)):match(("(.)"):rep(30)) } end
