--- What a person is to a request.
local sets = require "sets"

---@type Rules
return {
  { key = "isAuthor", value = function(c) return c.person.name == c.request.author end },

  -- Nobody approves what is his own, and nobody twice.
  { key = "mayApprove", value = function(c)
    return sets.contains(c.person.roles, "manager") and not c.isAuthor
      and not sets.contains(c.request.approvals, c.person.name)
  end },

  { key = "mayOrder", value = function(c) return sets.contains(c.person.roles, "buyer") end },

  -- How many managers have to agree.
  { key = "approvalsWanted", rules = {
    { when = function(c) return c.request.cents > 100000 end, value = 2 },
    { value = 1 },
  } },
}
