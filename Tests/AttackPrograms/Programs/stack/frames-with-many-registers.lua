-- expect: budget
-- expect: runtime
local function f(n)
  local a1,a2,a3,a4,a5,a6,a7,a8,a9,b1,b2,b3,b4,b5,b6,b7,b8,b9 = n,n,n,n,n,n,n,n,n,n,n,n,n,n,n,n,n,n
  return a1 + f(n + 1) + b9
end
return f(1)
