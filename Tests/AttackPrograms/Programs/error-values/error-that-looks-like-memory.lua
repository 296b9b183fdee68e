-- expect: runtime
error("not enough memory")
