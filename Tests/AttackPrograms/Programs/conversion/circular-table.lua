-- expect: wrong-type
local t = {} t.t = t return t
