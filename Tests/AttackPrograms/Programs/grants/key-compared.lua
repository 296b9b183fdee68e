-- expect: not-granted secret
-- needs: context
for code = 32, 126 do
  if c["sec" .. "ret"]:byte(1) == code then return code end
end
