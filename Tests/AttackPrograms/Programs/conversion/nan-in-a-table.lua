-- expect: wrong-value
return { a = { 1, 0 / 0 } }
