-- expect: runtime
-- expect: value 1
local x <close> = _ENV
return 1
