-- expect: undefined-global
return _ENV[{}]
