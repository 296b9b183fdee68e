-- expect: budget
return (("a"):rep(300)):find(("(a*)"):rep(12) .. "b")
