-- expect: undefined-global rawequal
return rawequal(1, 1)
