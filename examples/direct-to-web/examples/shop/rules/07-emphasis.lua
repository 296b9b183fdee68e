--- 7. What strikes the eye.
--
-- `class` is a word for the style sheet, which has `strong`, `good`, `warn`, `bad`, `faint` and `number`.
-- Several words stand in one text.

---@type Rules
return {
  { key = "class", when = { entity = { name = "product" } }, rules = {
    { when = { propertyKey = "title" }, value = "strong" },
    { when = { propertyKey = "state", propertyValue = { "draft", "retired" } }, value = "faint" },
    { when = { propertyKey = "state", propertyValue = "sold out" }, value = "warn" },
    { when = { propertyKey = "stock", propertyValue = 0 }, value = "number bad" },
    { when = function(c)
        return c.propertyKey == "stock" and c.propertyValue ~= nil and c.propertyValue < 10
      end,
      -- It has more conditions than the one above, which must be asked first.
      value = "number warn", priority = 90 },
  } },
  { key = "class", when = { entity = { name = "order" }, propertyKey = "state" }, rules = {
    { when = { propertyValue = "shipped" }, value = "good" },
    { when = { propertyValue = "new" }, value = "strong" },
    { when = { propertyValue = "cancelled" }, value = "bad" },
  } },
  -- The columns of a view have no type that would say so.
  { key = "class", when = { propertyKey = { "orders", "revenue_cents" } }, value = "number" },
  { key = "class", when = { propertyKey = "stars", propertyValue = { 1, 2 } }, value = "bad" },
}
