-- expect: not-granted
-- needs: context
for name, value in pairs(c) do
  if name == "secret" then return value end
end
