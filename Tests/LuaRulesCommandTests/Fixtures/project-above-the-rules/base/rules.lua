return { { key = "color", value = "gray" } }
