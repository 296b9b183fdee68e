--- What stands in for the program's functions when `luarules` asks the rules.
return {
  TaskNewView = function(c) return { view = "TaskNewView", title = c.task.title } end,
  TaskWorkView = function(c) return { view = "TaskWorkView", title = c.task.title } end,
  TaskFinishedView = function(c) return { view = "TaskFinishedView", title = c.task.title } end,
}
