-- expect: budget
-- expect: runtime
-- expect: value
-- needs: host
return host.take(table.unpack({}, 1, 200000))
