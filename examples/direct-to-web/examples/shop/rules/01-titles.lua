--- 1. What things are called.
--
-- Without these rules a table is called by its name: `staff` is "Staff". The first page has the name of
-- the file.

---@type Rules
return {
  { key = "title", when = { task = "query" }, value = "Alder & Finch" },

  { key = "displayNameForEntity", rules = {
    { when = { entity = { name = "store" } }, value = "Shops" },
    { when = { entity = { name = "staff" } }, value = "Team" },
    { when = { entity = { name = "customer" } }, value = "Customers" },
    { when = { entity = { name = "country" } }, value = "Countries" },
    { when = { entity = { name = "address" } }, value = "Addresses" },
    { when = { entity = { name = "category" } }, value = "Categories" },
    { when = { entity = { name = "product" } }, value = "Products" },
    { when = { entity = { name = "order" } }, value = "Orders" },
    { when = { entity = { name = "order_line" } }, value = "Order lines" },
    { when = { entity = { name = "payment" } }, value = "Payments" },
    { when = { entity = { name = "review" } }, value = "Reviews" },
    { when = { entity = { name = "workshop" } }, value = "Courses" },
    { when = { entity = { name = "sales_by_month" } }, value = "Sales by month" },
  } },
}
