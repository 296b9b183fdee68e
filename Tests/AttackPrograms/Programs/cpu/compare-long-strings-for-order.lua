-- expect: budget
local a, b = ("x"):rep(1000):rep(2000) .. "a", ("x"):rep(1000):rep(2000) .. "b"
while a < b do end
