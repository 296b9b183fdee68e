--- What a todo looks like.
---@type Rules
return {
  { key = "fancyColor", rules = {
    { when = function(c) return c.todo.priority == "low" end, value = "gray" },
    { when = { todo = { priority = "high" } }, value = "red" },
  } },

  { key = "title", when = function(c) return c.todo.title == "IMPORTANT" end, value = "Can wait." },
  { key = "title", value = function(c) return c.todo.title end },
  { key = "navigationBarTitle", value = function(c) return c.title end },
}
