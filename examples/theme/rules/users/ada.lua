--- How Ada likes it.
---@type Rules
return {
  { key = "accent", value = "#cc3366" },
  { key = "fontSize", when = { platform = { name = "phone" } }, value = 20 },
}
