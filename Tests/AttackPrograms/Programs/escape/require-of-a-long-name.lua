-- expect: module
return require(("a"):rep(1000000))
