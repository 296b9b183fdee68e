return {
  { key = "fine", value = function(c) return c.todo.title .. "!" end },
  { key = "odd", value = function(c) return c.todo.title + 1 end },
}
