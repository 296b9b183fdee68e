-- expect: value 0
return math.mininteger % -1
