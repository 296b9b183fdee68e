-- expect: wrong-type
return { [math.maxinteger] = 1 }
