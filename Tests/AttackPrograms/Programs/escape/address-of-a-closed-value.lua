-- expect: runtime
local x <close> = {}
