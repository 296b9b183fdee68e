return {
  { key = "todo.state", value = "closed" },
  { key = "color", when = { todo = { state = "open" } }, value = "red" },
}
