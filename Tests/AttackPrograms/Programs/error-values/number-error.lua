-- expect: runtime
error(42)
