--- What Eve may not do: to decide what the program computes.
---@type Rules
return {
  { key = "rowHeight", value = 1 },
}
