--- 3. Which columns a page has, and what they are called.
--
-- `customer.email` leads over the foreign key to a column of the other table. `(Address)` begins a section
-- on the page of a row, and in its form. An empty label leaves the label out.

---@type Rules
return {
  { key = "displayPropertyKeys", when = { task = "list" }, rules = {
    { when = { entity = { name = "order" } }, value = {
      "order_id", "placed_at", "state", "customer", "customer.phone", "store",
    } },
    { when = { entity = { name = "product" } }, value = {
      "code", "title", "category", "state", "price_cents", "margin_cents", "stock",
    } },
    { when = { entity = { name = "customer" } }, value = {
      "last_name", "first_name", "email", "phone", "store", "newsletter",
    } },
    { when = { entity = { name = "review" } }, value = {
      "stars", "headline", "product", "product.category.name", "written_at",
    } },
    { when = { entity = { name = "workshop" } }, value = {
      "day", "starts_at", "title", "minutes", "price_cents", "store", "teacher",
    } },
    { when = { entity = { name = "order_line" } }, value = {
      "order", "product", "quantity", "price_cents", "discount_percent", "total_cents",
    } },
  } },

  { key = "displayPropertyKeys", when = { task = "inspect" }, rules = {
    { when = { entity = { name = "order" } }, value = {
      "state", "placed_at", "shipped_on", "note", "order_line", "payment",
      "(Customer)", "customer", "customer.email", "customer.phone",
      "(Address)", "address.street", "address.postal_code", "address.city", "address.country.name",
      "(Sold by)", "store", "staff",
    } },
    { when = { entity = { name = "product" } }, value = {
      "title", "code", "category", "state", "description", "tag",
      "(Price)", "price_cents", "cost_cents", "margin_cents",
      "(Stock)", "stock", "weight_grams", "released", "manual_url",
      "(Customers)", "review", "order_line",
    } },
  } },

  { key = "displayPropertyKeys", when = { task = { "edit", "new" } }, rules = {
    { when = { entity = { name = "product" } }, value = {
      "title", "code", "category", "state", "description", "tag",
      "(Price)", "price_cents", "cost_cents",
      "(Stock)", "stock", "weight_grams", "released", "manual_url",
    } },
    { when = { entity = { name = "order" } }, value = {
      "customer", "address", "state", "shipped_on", "note", "(Sold by)", "store", "staff",
    } },
  } },

  { key = "displayNameForProperty", rules = {
    { when = { propertyKey = "customer.email" }, value = "" },
    { when = { propertyKey = "customer.phone" }, value = "" },
    { when = { propertyKey = { "product.category.name", "category.name" } }, value = "Category" },
    { when = { propertyKey = "store.name" }, value = "Store" },
    { when = { propertyKey = "address.country.name" }, value = "Country" },
    { when = { propertyKey = "placed_at" }, value = "Placed" },
    { when = { propertyKey = "written_at" }, value = "Written" },
    { when = { propertyKey = "price_cents" }, value = "Price" },
    { when = { propertyKey = "cost_cents" }, value = "Cost" },
    { when = { propertyKey = "margin_cents" }, value = "Margin" },
    { when = { propertyKey = "total_cents" }, value = "Total" },
    { when = { propertyKey = "amount_cents" }, value = "Amount" },
    { when = { propertyKey = "revenue_cents" }, value = "Revenue" },
    { when = { propertyKey = "weight_grams" }, value = "Weight" },
    { when = { propertyKey = "delivery_days" }, value = "Delivery" },
    { when = { propertyKey = "starts_at" }, value = "Time" },
    { when = { propertyKey = "minutes" }, value = "Length" },
    { when = { propertyKey = "order_line" }, value = "Lines" },
    { when = { propertyKey = "review" }, value = "Reviews" },
    { when = { propertyKey = "tag" }, value = "Tags" },
  } },
}
