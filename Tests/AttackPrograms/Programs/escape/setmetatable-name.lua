-- expect: undefined-global setmetatable
error(setmetatable({}, { __name = ("x"):rep(1e6) }))
