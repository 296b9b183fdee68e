return {
  { key = "fine", value = function(c) return c.todo.title end },
  { key = "loud", value = function(c)
    return c.todo.title:upper()
  end },
}
