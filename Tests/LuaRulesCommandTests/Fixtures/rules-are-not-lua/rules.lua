return {
  { key = "a" value = 1 },
}
