return { { key = "greeting", value = function(c) return host.greeting(c.name) end } }
