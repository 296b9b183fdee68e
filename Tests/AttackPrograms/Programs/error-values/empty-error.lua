-- expect: runtime
error("")
