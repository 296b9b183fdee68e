-- expect: runtime
assert()
