-- expect: budget
return (("a"):rep(200)):match(("a-"):rep(20) .. "b")
