--- 12. Everyday work: buttons, fields in lists, the lines of an order in its form, groups and sums.
--
-- `actions` has a rule for each button: `when` tells where it is offered, `set` what it writes. An action asks
-- rights with the task `action`, so what only a button may change can be closed to forms.

---@type Rules
return {
  { key = "actions", when = { entity = { name = "order" } }, rules = {
    { when = { object = { state = "paid" } },
      value = { name = "pack", title = "Packed", set = { state = "packed" } } },
    { when = { object = { state = "packed" } },
      value = { name = "ship", title = "Shipped", class = "primary", set = { state = "shipped" } } },
    { when = { object = { state = { "new", "paid", "packed" } } },
      value = { name = "cancel", title = "Cancel the order", class = "danger",
        set = { state = "cancelled" }, confirm = "The customer gets no mail about it: call first." } },
  } },
  { key = "actions", when = { entity = { name = "product" }, object = { state = "on sale" } },
    value = { name = "retire", title = "Take off sale", set = { state = "retired" } } },

  -- The lines of an order are a table on its page, and fields in its form.
  { key = "inlines", when = { entity = { name = "order" } }, value = { "order_line" } },
  { key = "displayPropertyKeys", when = { entity = { name = "order_line" }, task = { "edit", "new" } },
    value = { "line", "product", "quantity", "price_cents", "discount_percent" } },

  -- The address is one of the customer: another customer, other choices.
  { key = "dependsOn", when = { propertyKey = "address" }, value = { "customer" } },
  { key = "choices", when = { entity = { name = "order" }, propertyKey = "address" },
    value = function(c) return { customer_id = c.object.customer_id or null } end },

  { key = "isEditableInList", when = { entity = { name = "product" }, propertyKey = "stock" }, value = true },

  -- A list in groups, with sums below.
  { key = "groupBy", when = { entity = { name = "sales_by_month" } }, value = "store" },
  { key = "totals", rules = {
    { when = { entity = { name = "sales_by_month" } }, value = { "orders", "revenue_cents" } },
    { when = { entity = { name = "order_line" } }, value = { "quantity", "total_cents" } },
  } },

  { key = "menu", value = {
    { keys = { "order", "customer", "review" } },
    { title = "Goods", keys = { "product", "country" } },
    { title = "Shops", keys = { "store", "staff", "workshop", "sales_by_month" } },
  } },
}
