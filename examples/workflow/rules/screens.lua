--- What a person sees of a request, and may do there.
local text = require "text"

---@type Rules
return {
  { key = "actions", rules = {
    { when = { request = { status = { "draft", "rejected" } }, isAuthor = true },
      value = { "submit" } },
    { when = { request = { status = "submitted" }, isAuthor = true }, value = { "withdraw" } },
    { when = { request = { status = "submitted" }, mayApprove = true },
      value = { "approve", "reject" } },
    { when = { request = { status = "approved" }, mayOrder = true }, value = { "order" } },
    { value = {} },
  } },

  { key = "screen", rules = {
    { when = { request = { status = { "draft", "rejected" } }, isAuthor = true }, value = "form" },
    { when = { request = { status = "submitted" }, mayApprove = true }, value = "decision" },
    { when = { request = { status = "ordered" } }, value = "receipt" },
    { value = "summary" },
  } },

  -- A rule over another key: the sentence follows the actions.
  { key = "hint", value = function(c)
    if #c.actions == 0 then return "nothing to do" end
    return "you can " .. text.list(c.actions, "or")
  end },
}
