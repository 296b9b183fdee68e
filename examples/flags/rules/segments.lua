--- Groups of visitors, which flags name.
local semver = require "semver"

---@type Rules
return {
  { key = "isInsider", rules = {
    { when = { visitor = { plan = "staff" } }, value = true },
    { when = { visitor = { plan = "pro", country = { "NZ", "NO" } } }, value = true },
    { value = false },
  } },

  { key = "isCurrent", value = function(c) return semver.at_least(c.visitor.app, "2.10.0") end },
}
