-- expect: wrong-type
return { [1.5] = 1 }
