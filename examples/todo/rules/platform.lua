--- How much is shown, by platform.
---@type Rules
return {
  { key = "details", rules = {
    { when = { platform = "watch" }, value = "minimal" },
    { when = { platform = "phone" }, value = "regular" },
    { when = function(c) return c.platform == "mac" or c.platform == "pad" end, value = "high" },
  } },
}
