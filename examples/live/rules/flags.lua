--- Feature flags: what is switched on, and for whom.
local release = require "release"

---@type Rules
return {
  { key = "release", value = release.name },

  { key = "newSearch", rules = {
    { name = "staff try it first", when = { user = { plan = "staff" } }, value = true },
    { name = "a first country", value = true,
      when = function(c) return c.user.plan == "pro" and c.user.country == "NZ" end },
  } },

  { key = "checkout", rules = {
    { when = { user = { plan = { "pro", "staff" } } }, value = "express" },
    { value = "classic" },
  } },
}
