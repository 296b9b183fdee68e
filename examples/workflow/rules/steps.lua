--- The state machine: to which status an action leads.
local sets = require "sets"

---@type Rules
return {
  { key = "next", rules = {
    { when = { action = "submit", request = { status = { "draft", "rejected" } } },
      value = "submitted" },
    { when = { action = "withdraw", request = { status = "submitted" } }, value = "draft" },
    { when = { action = "reject", request = { status = "submitted" } }, value = "rejected" },
    { name = "enough approvals", when = { action = "approve", request = { status = "submitted" } },
      value = function(c)
        if #c.request.approvals + 1 >= c.approvalsWanted then return "approved" end
      end },
    { name = "more approvals wanted", priority = "low",
      when = { action = "approve", request = { status = "submitted" } }, value = "submitted" },
    { when = { action = "order", request = { status = "approved" } }, value = "ordered" },
  } },

  -- Before all others: only what the screen offers leads anywhere.
  { key = "next", name = "not offered", priority = "high", value = null,
    when = function(c) return not sets.contains(c.actions, c.action) end },
}
