-- expect: budget
-- needs: host
while true do host.one(1) end
