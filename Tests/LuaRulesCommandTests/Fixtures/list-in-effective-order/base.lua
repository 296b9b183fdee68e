return { { key = "color", value = "white", priority = "important" } }
