-- expect: budget
local a, b = ("\0"):rep(1000):rep(2000) .. "a", ("\0"):rep(1000):rep(2000) .. "b"
while a < b do end
