--- 4. What stands for a row: in links, in pickers, and as the title of its page.
--
-- `labelKeys` are columns. `displayNameForObject` is a text of your own, made of the row.

---@type Rules
return {
  { key = "labelKeys", rules = {
    { when = { entity = { name = "product" } }, value = { "title" } },
    { when = { entity = { name = "order" } }, value = { "order_id" } },
    { when = { entity = { name = "address" } }, value = { "street", "city" } },
    { when = { entity = { name = "staff" } }, value = { "first_name", "last_name" } },
    { when = { entity = { name = "customer" } }, value = { "first_name", "last_name" } },
  } },

  { key = "displayNameForObject", rules = {
    { when = { entity = { name = "order" } }, value = function(c)
      return "Order " .. c.object.order_id .. " of " .. c.object.placed_at:sub(1, 10)
    end },
    { when = { entity = { name = "product" } }, value = function(c)
      return c.object.title .. " (" .. c.object.code .. ")"
    end },
  } },
}
