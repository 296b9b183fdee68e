--- Which parts of the page a user sees, in their order.
---@type Rules
return {
  { key = "sections", rules = {
    { when = { user = { plan = "staff" } }, value = { "search", "offers", "orders", "admin" } },
    { when = { user = { plan = "pro" } }, value = { "offers", "orders" } },
    -- A rule over a flag, which other rules decide.
    { when = function(c) return c.user.plan == "pro" and c.newSearch end,
      value = { "search", "offers", "orders" } },
    { value = { "offers" } },
  } },
}
