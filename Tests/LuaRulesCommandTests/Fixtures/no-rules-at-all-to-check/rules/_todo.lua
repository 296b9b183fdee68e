return { { key = "title", value = "a" } }
