--- 8. How lists are ordered, searched and filtered, and how long their pages are.
--
-- `-` before a name turns the order round. The user of a page may choose another order.

---@type Rules
return {
  { key = "pageSize", rules = {
    { when = { entity = { name = "order" } }, value = 20 },
    { when = { entity = { name = "sales_by_month" } }, value = 100 },
  } },
  { key = "defaultSort", rules = {
    { when = { entity = { name = "order" } }, value = { "-placed_at" } },
    { when = { entity = { name = "product" } }, value = { "title" } },
    { when = { entity = { name = "customer" } }, value = { "last_name", "first_name" } },
    { when = { entity = { name = "review" } }, value = { "-written_at" } },
    { when = { entity = { name = "workshop" } }, value = { "-day", "starts_at" } },
    { when = { entity = { name = "sales_by_month" } }, value = { "-month", "store" } },
  } },
  { key = "sortKey", when = { entity = { name = "order" }, propertyKey = "customer" },
    value = "customer.last_name" },
  { key = "isSortable", when = { propertyKey = "phone" }, value = false },

  { key = "searchKeys", rules = {
    { when = { entity = { name = "order" } }, value = {
      "customer.last_name", "customer.email", "note",
    } },
    { when = { entity = { name = "product" } }, value = { "title", "code", "category.name" } },
    { when = { entity = { name = "customer" } }, value = { "first_name", "last_name", "email" } },
  } },
  { key = "filterKeys", rules = {
    { when = { entity = { name = "order" } }, value = { "state", "placed_at", "store.name" } },
    { when = { entity = { name = "product" } }, value = { "state", "category.name", "stock" } },
    { when = { entity = { name = "review" } }, value = { "stars" } },
  } },

  { key = "exports", when = { entity = { name = "country" } }, value = {} },
  { key = "emptyListMessage", when = { entity = { name = "review" } }, value = "Nobody has written yet." },
}
