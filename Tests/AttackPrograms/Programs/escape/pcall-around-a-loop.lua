-- expect: undefined-global pcall
pcall(function() while true do end end)
return "survived"
