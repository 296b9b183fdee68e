return {
  { key = "discountPercent", when = { customer = "Ann" }, value = 10 },
}
