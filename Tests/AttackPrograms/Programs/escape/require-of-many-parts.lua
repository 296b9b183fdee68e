-- expect: module
return require(("a."):rep(1000):rep(100) .. "b")
