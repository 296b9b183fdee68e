-- expect: undefined-global setmetatable
table.insert(setmetatable({}, { __len = function() return math.maxinteger end }), 1, 1)
