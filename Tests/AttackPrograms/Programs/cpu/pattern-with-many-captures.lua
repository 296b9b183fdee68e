-- expect: runtime
return (("a"):rep(50)):find(("(a)"):rep(40))
