-- expect: not-granted secret
-- needs: context
print(c["sec" .. "ret"])
