-- expect: budget
return #(("x"):rep(1000):rep(100):gsub("x", ("y"):rep(1000)))
