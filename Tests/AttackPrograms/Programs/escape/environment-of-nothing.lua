-- expect: runtime
local _ENV = nil
return print("x")
