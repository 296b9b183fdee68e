--- 10. Who sees and changes what.
--
-- While nobody needs to sign in, there is no `user`, and whoever reaches the program may do everything. A
-- user has a role. Sellers and managers see their own shop, accountants see all shops and change nothing.
-- Sellers do not see what a product cost. A user with any other role sees no row.

local ofShop = { "seller", "manager" }
local known = { seller = true, manager = true, accountant = true }

---@type Rules
return {
  { key = "visibleEntityNames", when = { user = { role = "seller" } },
    value = { "order", "product", "customer", "review", "workshop" } },
  { key = "visibleEntityNames", when = { user = { role = "manager" } },
    value = { "order", "product", "customer", "review", "workshop", "store", "staff", "country" } },

  { key = "visibleRows", rules = {
    { when = { user = null }, value = "all" },
    { when = { user = { role = "accountant" } }, value = "all" },
    { when = { user = { role = ofShop }, entity = { name = {
      "order", "customer", "staff", "workshop",
    } } }, value = function(c) return { store_id = c.user.store_id } end },
    { when = { user = { role = ofShop }, entity = { name = { "order_line", "payment" } } },
      value = function(c) return { order = { store_id = c.user.store_id } } end },
    { when = { user = { role = ofShop }, entity = { name = "address" } },
      value = function(c) return { customer = { store_id = c.user.store_id } } end },
    { when = { user = { role = ofShop }, entity = { name = {
      "store", "product", "product_tag", "tag", "category", "review", "country",
    } } }, value = "all" },
    -- Any other role, and any other table.
    { value = { any = {} }, priority = "low" },
  } },

  { key = "isPropertyVisible", when = {
    user = { role = "seller" }, propertyKey = { "cost_cents", "margin_cents" },
  }, value = false },

  { key = "isEntityReadOnly", rules = {
    { when = function(c) return c.user ~= nil and not known[c.user.role] end, value = true },
    { when = { user = { role = "accountant" } }, value = true },
    { when = { user = { role = "seller" }, entity = { name = {
      "product", "category", "tag", "product_tag", "store", "staff", "review",
    } } }, value = true },
  } },
  -- What is done is done, for everybody.
  { key = "isObjectEditable", when = { entity = { name = "order" } }, rules = {
    { when = { object = { state = { "shipped", "cancelled" } } }, value = false },
  } },
  { key = "isObjectDeletable", rules = {
    { when = { entity = { name = "order" }, object = { state = "shipped" } }, value = false },
    { when = { user = { role = "seller" } }, value = false },
  } },
  { key = "isPropertyEditable", when = { entity = { name = "order" }, propertyKey = "store" }, rules = {
    { when = { user = { role = ofShop } }, value = false },
  } },

  -- The links “Why?” and “Arrange” below each page.
  { when = { user = null }, set = { mayExplain = true, mayAssist = true } },
  { when = { user = { role = "manager" } }, set = { mayExplain = true, mayAssist = true } },
}
