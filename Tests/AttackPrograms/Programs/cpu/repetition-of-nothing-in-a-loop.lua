-- expect: budget
while true do local s = ("").rep("", 1e15) end
