-- expect: budget
local t = { x = 1 } for i = 1, 60 do t = { a = t, b = t } end return t
