-- expect: runtime
error(null)
