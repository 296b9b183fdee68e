-- expect: value 1
-- needs: context
local f = pairs({ 10, 20 })
return (f())
