return { { key = "a", value = "second", priority = "important" }, { key = "b", value = function(c) return c.a end } }
