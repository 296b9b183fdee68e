-- expect: runtime
local _ENV <const> = nil
A = { B = A, x = A }
return A
