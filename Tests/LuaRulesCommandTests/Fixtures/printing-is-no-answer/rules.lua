print("loading")
return { { key = "a", value = function(c) print("asking") return 1 end } }
