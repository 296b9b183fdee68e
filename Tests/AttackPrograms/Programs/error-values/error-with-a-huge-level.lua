-- expect: runtime
error("x", math.maxinteger)
