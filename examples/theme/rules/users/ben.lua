--- How Ben likes it: as small as it gets.
---@type Rules
return {
  { key = "fontSize", value = 5 },
  { key = "density", value = "compact" },
}
