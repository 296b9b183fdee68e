return { a = "a/z" }
