return {
  { "a name that is misspelt", context = { custommer = "Ann" }, expect = { discountPercent = 0 } },
}
