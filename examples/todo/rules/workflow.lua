--- The view of a task, and what can be done there, by its status.
---@type Rules
return {
  { when = { task = { status = "created" } },
    set = { view = host.TaskNewView, actions = { "accept", "reject" } } },

  { when = { task = { status = "accepted" } },
    set = { view = host.TaskWorkView, actions = { "finish", "reject" } } },

  { when = { task = { status = { "finished", "rejected" } } },
    set = { view = host.TaskFinishedView, actions = {} } },
}
