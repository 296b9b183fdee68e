return {
  { key = "title", value = function(c) return c.todo.title end },
  { key = "color", value = "gray", name = "plain" },
  { key = "color", when = { todo = { priority = "high" } }, value = "red" },
  { key = "color", when = { platform = "watch" }, value = "black", priority = "high" },
}
