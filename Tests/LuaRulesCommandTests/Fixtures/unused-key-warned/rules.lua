return {
  { key = "discountPercent", when = { customer = "Ann" }, value = 10 },
  { key = "giftWrap", value = "paper" },
}
