-- expect: undefined-global load
return load("return 1")
