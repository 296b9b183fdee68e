-- expect: budget
return (("a"):rep(200000)):find(".-b")
