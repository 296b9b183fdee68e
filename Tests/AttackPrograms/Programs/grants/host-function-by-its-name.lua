-- expect: not-granted host.
-- needs: host
return host.fail(c)
