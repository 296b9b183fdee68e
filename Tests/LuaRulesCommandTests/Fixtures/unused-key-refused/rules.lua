return {
  { key = "discountPercnt", when = { customer = "Ann" }, value = 10 },
}
