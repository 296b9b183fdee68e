-- expect: value
return -0.0
