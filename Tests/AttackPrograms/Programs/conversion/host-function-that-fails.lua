-- expect: host-function
-- needs: host
return host.fail(c)
