return {
  { key = "a", when = false, value = 1 },
  { key = "b", value = function(c) return nil end },
  { key = "c", value = null },
}
