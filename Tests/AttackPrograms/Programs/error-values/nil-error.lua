-- expect: runtime
error(nil)
