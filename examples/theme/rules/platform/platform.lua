--- What is different on a platform.
local semver = require "semver"

---@type Rules
return {
  { key = "fontSize", rules = {
    { when = { platform = { name = "watch" } }, value = 14 },
    { when = { platform = { name = "tv" } }, value = 29 },
  } },

  { key = "density", when = { platform = { name = "watch" } }, value = "compact" },

  -- Compared as versions: as texts, "9.3.0" would come after "26.0.0".
  { key = "material", name = "glass from 26 on", value = "glass",
    when = function(c) return semver.at_least(c.platform.version, "26.0.0") end },
  { key = "material", name = "a beta without glass", value = "solid",
    when = { platform = { name = "mac", version = "26.1.0-beta.2" } }, priority = "high" },
}
