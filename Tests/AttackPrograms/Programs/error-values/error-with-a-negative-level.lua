-- expect: runtime
error("x", -5)
