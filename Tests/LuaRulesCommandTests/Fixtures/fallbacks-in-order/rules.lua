return { { key = "a", value = "first" } }
