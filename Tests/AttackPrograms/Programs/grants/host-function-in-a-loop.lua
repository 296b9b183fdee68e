-- expect: not-granted host.
-- needs: host
for _, name in ipairs({ "one", "fail" }) do host[name](1) end
