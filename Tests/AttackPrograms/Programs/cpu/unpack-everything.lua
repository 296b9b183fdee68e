-- expect: runtime
return table.unpack({}, 1, 1e7)
