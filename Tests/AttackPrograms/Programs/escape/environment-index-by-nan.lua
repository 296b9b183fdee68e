-- expect: undefined-global
return _ENV[0 / 0]
