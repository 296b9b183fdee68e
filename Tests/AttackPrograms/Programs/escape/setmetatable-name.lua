-- expect: undefined-global setmetatable
error(setmetatable({}, { __name = ("x"):rep(1000):rep(1000) }))
