-- expect: undefined-global warn
warn("@on")
