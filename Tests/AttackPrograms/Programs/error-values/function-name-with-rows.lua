-- expect: runtime
local t = { ["a\nb"] = function() error("x") end }
t["a\nb"]()
