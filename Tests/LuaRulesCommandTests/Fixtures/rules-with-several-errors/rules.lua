return {
  { key = "a", valu = 1 },
  { key = "b", value = 1, priority = "hihg" },
  { key = "c", when = {}, value = 1 },
}
