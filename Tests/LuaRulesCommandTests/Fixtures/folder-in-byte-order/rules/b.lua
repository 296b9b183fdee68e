return { { key = "first", value = "b" }, { key = "b", value = 1 } }
