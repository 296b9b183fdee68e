return {
  { key = "fine", value = function(c) return c.todo.title end },
  { key = "greedy", value = function(c) return c["is" .. "Admin"] end },
}
