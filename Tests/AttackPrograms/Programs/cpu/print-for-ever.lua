-- expect: budget
while true do print("spam") end
