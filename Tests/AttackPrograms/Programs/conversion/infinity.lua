-- expect: wrong-value
return math.huge
