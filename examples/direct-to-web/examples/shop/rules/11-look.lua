--- 11. The look of all pages: a class of the style sheet. `neutral` is the other one that there is.

---@type Rules
return {
  { key = "look", value = "plain" },
}
