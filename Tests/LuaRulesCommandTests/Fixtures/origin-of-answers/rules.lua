return {
  { name = "the \"first\"", key = "color", when = { urgent = true }, value = "red" },
  { key = "color", value = "gray" },
}
