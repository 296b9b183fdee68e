-- expect: runtime
assert(nil, {})
