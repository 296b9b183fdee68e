-- expect: value 0
return 1 << 64 | 1 >> 64 | 1 << math.maxinteger
