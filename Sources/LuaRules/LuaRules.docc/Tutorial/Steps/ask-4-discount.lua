return {
  { key = "discount", value = 5 },
  { key = "discount", when = { customer = { plan = "pro" } }, value = 10 },
}
