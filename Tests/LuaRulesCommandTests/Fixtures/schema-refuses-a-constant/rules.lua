return {
  { key = "title", value = "Hello" },
  { key = "color", value = "grai" },
}
