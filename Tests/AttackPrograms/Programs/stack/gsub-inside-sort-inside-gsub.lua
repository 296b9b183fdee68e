-- expect: budget
-- expect: runtime
local function f()
  ("x"):gsub("x", function() table.sort({ 2, 1 }, function(a, b) f() return a < b end) end)
end
f()
