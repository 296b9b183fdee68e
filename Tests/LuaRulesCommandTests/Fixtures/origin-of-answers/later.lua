return { { name = "late", key = "size", value = 3 } }
