-- expect: budget
local s = ("é"):rep(1000):rep(500)
while true do for _ in utf8.codes(s) do end end
