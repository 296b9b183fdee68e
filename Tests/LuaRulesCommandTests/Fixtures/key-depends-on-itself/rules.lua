return {
  { key = "a", value = function(c) return c.b end },
  { key = "b", value = function(c) return c.a end },
  { key = "c", value = 1 },
}
