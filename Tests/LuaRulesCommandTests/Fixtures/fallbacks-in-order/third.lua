return { { key = "b", value = "third" }, { key = "c", value = "third" } }
