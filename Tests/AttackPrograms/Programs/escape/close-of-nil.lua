-- expect: value 1
local x <close> = nil
return 1
