-- expect: wrong-type
return { [true] = 1 }
