-- expect: undefined-global
-- expect: runtime
local _ENV = {}
return print("x")
