-- expect: budget
local s = (" a"):rep(1000):rep(50)
while true do s:find("%f[%w]%w+%f[%W]!") end
