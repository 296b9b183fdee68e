-- expect: wrong-type
return { [0] = 1, 2 }
