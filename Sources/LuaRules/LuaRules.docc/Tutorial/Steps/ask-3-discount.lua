return {
  { key = "discount", value = 5 },
}
