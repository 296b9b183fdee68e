-- expect: budget
local s = ("é"):rep(500000)
while true do for _ in utf8.codes(s) do end end
