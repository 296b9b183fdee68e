return { { key = "theme", value = function(c) return "dark for " .. c.greeting end } }
