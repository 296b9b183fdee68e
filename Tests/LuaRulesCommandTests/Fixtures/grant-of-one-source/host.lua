return { { key = "greeting", value = function(c) return c.isAdmin and "master" or "you" end } }
