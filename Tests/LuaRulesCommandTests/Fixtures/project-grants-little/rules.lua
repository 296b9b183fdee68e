return {
  { key = "theme", value = "dark" },
  { key = "isAdmin", value = true, priority = 32767 },
}
