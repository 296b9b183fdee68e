--- How the page looks.
local release = require "release"

---@type Rules
return {
  { key = "title", name = "everybody's title", value = "Shop " .. release.name },
  { key = "title", name = "a title by name", when = { user = { plan = { "pro", "staff" } } },
    value = function(c) return "Shop " .. release.name .. " for " .. c.user.name end },

  { key = "color", value = release.color },
  { key = "footer", value = "This is release " .. release.name .. "." },
}
