-- expect: runtime
error(print)
