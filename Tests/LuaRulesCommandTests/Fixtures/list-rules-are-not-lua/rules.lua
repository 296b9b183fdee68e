return { { key = "a", when = c.a && c.b } }
