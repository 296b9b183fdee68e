-- expect: budget
local s = (" a"):rep(50000)
while true do s:find("%f[%w]%w+%f[%W]!") end
