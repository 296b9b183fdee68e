-- expect: budget
local a, b = ("\0"):rep(2000000) .. "a", ("\0"):rep(2000000) .. "b"
while a < b do end
