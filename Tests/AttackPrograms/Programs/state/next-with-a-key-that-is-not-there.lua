-- expect: value
return (next({ a = 1, c = 2 }, "b"))
