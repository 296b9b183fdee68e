-- expect: budget
while true do local n = select("#", table.unpack({}, 1, 200000)) end
