-- expect: budget
return (("a"):rep(5000)):gsub((".-"):rep(10) .. "b", "")
