-- expect: not-granted secret
-- needs: context
for _, name in ipairs({ "n", "secret" }) do
  local value = c[name]
  if name == "secret" then return value end
end
