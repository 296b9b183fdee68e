-- expect: value 9223372036854775807
return math.maxinteger
