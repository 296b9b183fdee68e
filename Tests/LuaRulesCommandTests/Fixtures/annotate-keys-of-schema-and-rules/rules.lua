return { { key = "title", value = function(c) return c.todo.title end } }
