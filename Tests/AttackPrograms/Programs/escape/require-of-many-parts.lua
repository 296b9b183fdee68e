-- expect: module
return require(("a."):rep(100000) .. "b")
