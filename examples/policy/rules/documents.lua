--- Who may do what with a document. What no rule allows is denied: that is the key's default.
local dates = require "dates"
local sets = require "sets"

---@type Rules
return {
  -- Each of these is reason enough to allow it.
  { key = "decision", rules = {
    { name = "owners do everything", value = "allow",
      when = function(c) return c.document.owner == c.user.name end },
    { name = "teams read", value = "allow",
      when = function(c) return c.operation == "read" and c.document.team == c.user.team end },
    { name = "editors of the team edit", value = "allow",
      when = function(c)
        return c.operation == "edit" and c.document.team == c.user.team
          and sets.contains(c.user.roles, "editor")
      end },
    { name = "auditors read everything", value = "allow",
      when = function(c)
        return c.operation == "read" and sets.any(c.user.roles, { "auditor", "legal" })
      end },
  } },

  -- Each of these is reason enough to deny it. `denials` collects: all that hold are told.
  { key = "denials", rules = {
    { value = "it is on legal hold",
      when = { document = { isOnHold = true }, operation = { "edit", "delete" } } },
    { value = "the books are closed",
      when = function(c)
        return c.document.team == "finance" and c.operation ~= "read"
          and dates.within(c.now, "2026-03-28", "2026-04-02")
      end },
    { value = "it is not published yet",
      when = function(c)
        return c.operation == "share" and (not c.document.published or c.now < c.document.published)
      end },
    { value = "it belongs to another team",
      when = function(c)
        return c.operation ~= "read" and c.document.team ~= c.user.team
          and c.document.owner ~= c.user.name
      end },
  } },

  -- One reason is enough, whatever the rules above say.
  { key = "decision", name = "denied", value = "deny", priority = "important",
    when = function(c) return #c.denials > 0 end },
}
