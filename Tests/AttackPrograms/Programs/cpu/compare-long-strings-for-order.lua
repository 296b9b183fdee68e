-- expect: budget
local a, b = ("x"):rep(2000000) .. "a", ("x"):rep(2000000) .. "b"
while a < b do end
