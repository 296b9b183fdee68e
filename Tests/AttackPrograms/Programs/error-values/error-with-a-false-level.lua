-- expect: runtime
error("x", 1000000)
