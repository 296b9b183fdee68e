-- expect: wrong-value
return 0 / 0
