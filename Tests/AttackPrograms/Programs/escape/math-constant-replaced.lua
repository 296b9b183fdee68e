-- expect: frozen
math.pi = 3
