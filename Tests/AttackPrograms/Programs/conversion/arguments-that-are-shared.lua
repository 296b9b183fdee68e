-- expect: budget
-- expect: host-function
-- expect: wrong-type
-- needs: host
local t = {} for i = 1, 60 do t = { t, t } end
return host.take(t)
