--- Who sees and changes what: each role beside the others.

local function shop(id) return { store_id = id } end

return {
  rules = { "." },
  fallback = { "../../../Sources/DirectToWeb/Rules/default.lua" },

  { "without users everybody may do everything",
    context = { user = null, entity = { name = "product", isReadOnly = false }, attribute = null },
    expect = { visibleRows = "all", isEntityReadOnly = false, isObjectEditable = true,
      isObjectDeletable = true, mayExplain = true, mayAssist = true } },

  { "so may who opened the link of the program",
    context = {
      user = { name = "local", isLocal = true }, entity = { name = "product", isReadOnly = false },
      attribute = null, propertyKey = "cost_cents",
    },
    expect = { visibleRows = "all", isEntityReadOnly = false, isObjectEditable = true,
      isObjectDeletable = true, isPropertyVisible = true, mayExplain = true, mayAssist = true } },

  { "sellers and managers see their shop, accountants see all, and strangers nothing",
    given = { "user.role", "entity.name" }, context = { user = { store_id = 3 } },
    expect = { "visibleRows" }, cases = {
      { "seller", "order", shop(3) },
      { "seller", "customer", shop(3) },
      { "seller", "workshop", shop(3) },
      { "seller", "staff", shop(3) },
      { "seller", "payment", { order = shop(3) } },
      { "seller", "order_line", { order = shop(3) } },
      { "seller", "address", { customer = shop(3) } },
      { "seller", "product", "all" },
      { "seller", "store", "all" },
      { "seller", "sales_by_month", { any = {} } },
      { "manager", "order", shop(3) },
      { "manager", "payment", { order = shop(3) } },
      { "manager", "address", { customer = shop(3) } },
      { "manager", "product", "all" },
      { "accountant", "order", "all" },
      { "accountant", "sales_by_month", "all" },
      { "guest", "order", { any = {} } },
      { "guest", "product", { any = {} } },
    } },

  { "only sellers do not see what a product costs",
    given = { "user.role", "propertyKey" }, expect = { "isPropertyVisible" }, cases = {
      { "seller", "cost_cents", false },
      { "seller", "margin_cents", false },
      { "seller", "price_cents", true },
      { "manager", "cost_cents", true },
      { "accountant", "margin_cents", true },
    } },

  { "who may change a table",
    given = { "user.role", "entity.name" }, context = { entity = { isReadOnly = false } },
    expect = { "isEntityReadOnly" }, cases = {
      { "manager", "product", false },
      { "manager", "order", false },
      { "manager", "country", true },
      { "manager", "payment", true },
      { "seller", "order", false },
      { "seller", "customer", false },
      { "seller", "product", true },
      { "seller", "staff", true },
      { "seller", "store", true },
      { "accountant", "order", true },
      { "accountant", "product", true },
      { "guest", "order", true },
    } },

  { "a file that cannot be written stays so for managers",
    context = { user = { role = "manager" }, entity = { name = "order", isReadOnly = true } },
    expect = { isEntityReadOnly = true, isObjectEditable = false } },

  { "an order that is done stays as it is",
    given = { "user.role", "object.state" },
    context = { entity = { name = "order", isReadOnly = false } },
    expect = { "isObjectEditable", "isObjectDeletable" }, cases = {
      { "manager", "new", true, true },
      { "manager", "shipped", false, false },
      { "manager", "cancelled", false, false },
      { "seller", "new", true, false },
      { "seller", "shipped", false, false },
      { "accountant", "new", false, false },
    } },

  { "an order stays with its shop",
    given = { "user.role" }, expect = { "isPropertyEditable" },
    context = {
      entity = { name = "order", isReadOnly = false }, propertyKey = "store", attribute = null,
    }, cases = { { "seller", false }, { "manager", false } } },

  { "the menu of a role",
    given = { "user.role" }, expect = { "visibleEntityNames", "mayAssist" }, cases = {
      { "seller", { "order", "product", "customer", "review", "workshop" }, false },
      { "manager",
        { "order", "product", "customer", "review", "workshop", "store", "staff", "country" }, true },
      { "accountant", {
        "order", "product", "customer", "review", "workshop", "store", "staff", "sales_by_month",
        "country",
      }, false },
    } },
}
