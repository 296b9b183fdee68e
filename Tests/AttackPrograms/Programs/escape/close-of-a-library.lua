-- expect: runtime
local x <close> = string
