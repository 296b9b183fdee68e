-- expect: wrong-type
return { [null] = 1 }
