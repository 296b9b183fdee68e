-- expect: budget
-- expect: runtime
local function a(m, n)
  if m == 0 then return n + 1 end
  if n == 0 then return a(m - 1, 1) end
  return a(m - 1, a(m, n - 1))
end
return a(4, 4)
