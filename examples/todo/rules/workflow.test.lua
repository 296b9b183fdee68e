--- The view and the actions of a task.
---@type RuleTests
return {
  host = { TaskNewView = "new", TaskWorkView = "work", TaskFinishedView = "finished" },

  { "by status", given = { "task.status" }, expect = { "view", "actions" }, cases = {
    { "created", "new", { "accept", "reject" } },
    { "accepted", "work", { "finish", "reject" } },
    { "finished", "finished", {} },
    { "rejected", "finished", {} },
  } },
}
