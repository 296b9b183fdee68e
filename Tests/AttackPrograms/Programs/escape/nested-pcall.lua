-- expect: undefined-global pcall
while true do pcall(pcall, pcall, error) end
