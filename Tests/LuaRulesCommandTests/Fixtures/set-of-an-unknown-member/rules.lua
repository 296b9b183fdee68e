return { { key = "title", value = "Hello" } }
