-- expect: budget
while true do local s = tostring(1 / 3) .. tostring(nil) end
