--- 6. Which template shows and edits a value.
--
-- Most of it needs no rule: CLOB is a text of many lines, a column called email or website is a link, a CHECK
-- that lists values makes a choice, BOOLEAN is yes or no. These rules are for columns that do not say so.

---@type Rules
return {
  -- An INTEGER that means yes or no.
  { key = "component", when = { entity = { name = "staff" }, propertyKey = "active" }, rules = {
    { when = { task = { "edit", "new" } }, value = "EditBool" },
    { value = "DisplayBool" },
  } },
  -- The sums of a view: nothing tells that they are numbers.
  { key = "component", when = { propertyKey = "revenue_cents" }, value = "DisplayNumber" },
  -- A TEXT that people write much into.
  { key = "component", when = { entity = { name = "order" }, propertyKey = "note" }, rules = {
    { when = { task = { "edit", "new" } }, value = "EditLargeString" },
    { value = "DisplayLargeString" },
  } },
}
