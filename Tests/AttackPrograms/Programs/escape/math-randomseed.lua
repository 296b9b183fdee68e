-- expect: undefined-global math.randomseed
math.randomseed(1)
