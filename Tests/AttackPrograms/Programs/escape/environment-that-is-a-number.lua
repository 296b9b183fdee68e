-- expect: runtime
local _ENV <const> = 11
X = "hi"
return X
