--- What a todo looks like, by its priority and its title.
---@type RuleTests
return {
  context = { todo = { title = "Buy beer", priority = "normal" } },

  { "colors", given = { "todo.priority" }, expect = { "fancyColor" }, cases = {
    { "low", "gray" },
    { "normal", null },
    { "high", "red" },
  } },

  { "the bar shows the title",
    expect = { title = "Buy beer", navigationBarTitle = "Buy beer" } },
  { "what is important can wait",
    context = { todo = { title = "IMPORTANT" } },
    expect = { title = "Can wait.", navigationBarTitle = "Can wait." } },
}
