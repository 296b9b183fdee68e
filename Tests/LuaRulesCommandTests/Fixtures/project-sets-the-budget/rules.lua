return { { key = "a", value = function(c) while true do end return 1 end } }
