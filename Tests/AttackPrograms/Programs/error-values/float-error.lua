-- expect: runtime
error(0 / 0)
