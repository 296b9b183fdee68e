--- 10. Who sees and changes what.
--
-- While there are no users, whoever opens the link of the program owns the shop. A user has a role and a
-- shop: `direct-to-web add-user` gives them. Sellers and managers see their own shop, accountants see all
-- shops and change nothing. Sellers do not see what a product cost. A user with any other role sees no row.

--- The role of whoever asks.
local function role(c)
  if c.user == nil or c.user.isLocal then return "owner" end
  return c.user.role
end

local menus = {
  seller = { "order", "product", "customer", "review", "workshop" },
  manager = { "order", "product", "customer", "review", "workshop", "store", "staff", "country" },
}

--- What leads from a row to its shop.
local ofShop = {
  order = function(id) return { store_id = id } end,
  customer = function(id) return { store_id = id } end,
  staff = function(id) return { store_id = id } end,
  workshop = function(id) return { store_id = id } end,
  order_line = function(id) return { order = { store_id = id } } end,
  payment = function(id) return { order = { store_id = id } } end,
  address = function(id) return { customer = { store_id = id } } end,
}
local forAll = {
  store = true, product = true, product_tag = true, tag = true, category = true, review = true,
  country = true,
}
local sellersWrite = { order = true, order_line = true, customer = true, address = true, workshop = true }

---@type Rules
return {
  -- A right without an answer is a "no": say in `when` for whom a rule is, and leave no answer out.
  { key = "visibleEntityNames", priority = "high",
    when = function(c) return menus[role(c)] ~= nil end,
    value = function(c) return menus[role(c)] end },

  { key = "visibleRows", value = function(c)
    local who, name = role(c), c.entity.name
    if who == "owner" or who == "accountant" then return "all" end
    if who == "seller" or who == "manager" then
      if ofShop[name] then return ofShop[name](c.user.store_id) end
      if forAll[name] then return "all" end
    end
    return { any = {} }
  end },

  { key = "isPropertyVisible", value = false, when = function(c)
    return role(c) == "seller" and (c.propertyKey == "cost_cents" or c.propertyKey == "margin_cents")
  end },

  { key = "isEntityReadOnly", value = true, when = function(c)
    local who = role(c)
    if who == "owner" or who == "manager" then return false end
    return who ~= "seller" or not sellersWrite[c.entity.name]
  end },
  -- What is done is done, for everybody.
  { key = "isObjectEditable", when = { entity = { name = "order" } }, rules = {
    { when = { object = { state = { "shipped", "cancelled" } } }, value = false },
  } },
  { key = "isObjectDeletable", rules = {
    { when = { entity = { name = "order" }, object = { state = "shipped" } }, value = false },
    { when = function(c) return role(c) == "seller" end, value = false },
  } },
  { key = "isPropertyEditable", value = false, when = function(c)
    return c.entity.name == "order" and c.propertyKey == "store" and role(c) ~= "owner"
  end },

  -- The links “Why?” and “Arrange” below each page.
  { key = "mayExplain", value = function(c) return role(c) == "owner" or role(c) == "manager" end },
  { key = "mayAssist", value = function(c) return role(c) == "owner" or role(c) == "manager" end },
}
