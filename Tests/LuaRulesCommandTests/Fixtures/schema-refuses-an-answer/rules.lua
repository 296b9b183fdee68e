return {
  { key = "title", value = "Hello" },
  { key = "color", value = function(c) return "grai" end },
}
