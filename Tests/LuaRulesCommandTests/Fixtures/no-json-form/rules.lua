return {
  { key = "bytes", value = "\xff" },
  { key = "context", value = function(c) return c end },
  { key = "infinity", value = function(c) return { size = 1 / 0 } end },
  { key = "mixed", value = { 1, x = 2 } },
  { key = "nan", value = 0 / 0 },
  { key = "title", value = "Hello" },
}
