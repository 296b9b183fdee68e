-- expect: runtime
assert(false)
