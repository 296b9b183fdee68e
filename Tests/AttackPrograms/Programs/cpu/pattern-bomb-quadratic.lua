-- expect: budget
return (("a"):rep(1000):rep(200)):find(".-b")
