return {
  { key = "discount", value = 5 },
  { key = "discount", when = { customer = { plan = "pro" } }, value = 20 },
  { key = "discount", name = "long names", value = 25,
    when = function(c) return #c.customer.name > 8 end },
}
