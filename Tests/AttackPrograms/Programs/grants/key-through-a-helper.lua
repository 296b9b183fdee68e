-- expect: not-granted secret
-- needs: context
local function get(object, name) return object[name] end
return get(c, "secret")
