-- expect: budget
return (("a"):rep(4000)):find("(a*)%1b")
