-- expect: wrong-type
return { [{}] = 1 }
