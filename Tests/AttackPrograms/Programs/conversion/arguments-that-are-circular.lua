-- expect: wrong-type
-- needs: host
local t = {} t[1] = t
return host.take(t)
