-- expect: runtime
return table.unpack({}, math.mininteger, math.maxinteger)
