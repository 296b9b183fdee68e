-- expect: undefined-global math.random
return math.random()
