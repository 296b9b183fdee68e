-- expect: runtime
error(false)
