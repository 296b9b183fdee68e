-- expect: undefined-global xpcall
xpcall(error, function() while true do end end)
