-- expect: not-granted host.
-- needs: host
local h = host return h["fa" .. "il"](c)
