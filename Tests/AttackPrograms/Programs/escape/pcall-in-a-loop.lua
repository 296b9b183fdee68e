-- expect: undefined-global pcall
while true do pcall(error) end
