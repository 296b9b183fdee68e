--- 9. What a form begins with, explains, offers and refuses.
--
-- NOT NULL, CHECK, UNIQUE and foreign keys of the database hold anyway, and need no rule.

---@type Rules
return {
  { key = "initialPropertyValues", rules = {
    { when = { entity = { name = "product" } }, value = { state = "draft", stock = 0 } },
    { when = { entity = { name = "workshop" } }, value = { starts_at = "10:00", minutes = 90, seats = 12 } },
  } },
  { key = "updateTimestampPropertyKey", when = { entity = { name = "product" } }, value = "updated_at" },
  { key = "creationTimestampPropertyKey", when = { entity = { name = "customer" } }, value = "created_at" },

  { key = "hint", rules = {
    { when = { propertyKey = { "price_cents", "cost_cents" } }, value = "In cents: 1250 is € 12.50." },
    { when = { propertyKey = "code" }, value = "Two letters and four digits, as on the label." },
    { when = { propertyKey = "minutes" }, value = "The whole course, with its breaks." },
  } },
  { key = "isRequired", when = { entity = { name = "product" }, propertyKey = "description" },
    value = true },
  { key = "maximum", when = { entity = { name = "product" }, propertyKey = "stock" }, value = 9999 },
  { key = "noSelectionString", when = { propertyKey = "staff" }, value = "sold online" },

  -- Who left the company sells and teaches no more.
  { key = "choices", when = { relationship = { destination = "staff" } }, value = { active = 1 } },
  { key = "choices", when = { relationship = { destination = "product" } }, value = { state = "on sale" } },

  { key = "validate", when = { entity = { name = "product" } }, rules = {
    { when = function(c)
        return c.object.price_cents ~= nil and c.object.cost_cents ~= nil
          and c.object.price_cents <= c.object.cost_cents
      end,
      value = "The price must be higher than the cost." },
    { when = function(c) return c.object.state == "on sale" and c.object.released == nil end,
      value = "A product on sale needs the day of its release." },
  } },
}
