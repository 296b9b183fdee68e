--- 2. Which tables the menu has, in which order, and which of them nobody changes.
--
-- Without these rules the menu has all tables and views, by name. A table that is not in the menu is
-- still there: the lines of an order, for example, are found from the order.

---@type Rules
return {
  { key = "visibleEntityNames", value = {
    "order", "product", "customer", "review", "workshop", "store", "staff", "sales_by_month", "country",
  } },
  -- Views cannot be changed anyway.
  { key = "readOnlyEntityNames", value = { "country", "payment" } },
}
