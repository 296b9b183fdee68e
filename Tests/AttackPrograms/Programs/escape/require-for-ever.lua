-- expect: module
-- expect: budget
for i = 1, 1e9 do require("missing" .. i) end
