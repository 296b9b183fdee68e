-- expect: runtime
error()
