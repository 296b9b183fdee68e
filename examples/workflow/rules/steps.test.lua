--- Where actions lead.
---@type RuleTests
return {
  rules = { "." },
  context = {
    person = { name = "ben", roles = { "manager" } },
    request = { author = "ada", cents = 5000, approvals = {} },
  },

  { "a manager", given = { "request.status", "action" }, expect = { "next" }, cases = {
    { "submitted", "approve", "approved" },
    { "submitted", "reject", "rejected" },
    { "submitted", "withdraw", null },
    { "approved", "approve", null },
    { "approved", "order", null },
    { "draft", "submit", null },
  } },

  { "the author", context = { person = { name = "ada" } },
    given = { "request.status", "action" }, expect = { "next" }, cases = {
      { "draft", "submit", "submitted" },
      { "rejected", "submit", "submitted" },
      { "submitted", "withdraw", "draft" },
      { "submitted", "approve", null },
    } },

  { "a buyer", context = { person = { name = "dan", roles = { "buyer" } } },
    given = { "request.status", "action" }, expect = { "next" }, cases = {
      { "approved", "order", "ordered" },
      { "submitted", "order", null },
    } },

  { "a large request wants two managers",
    context = { action = "approve", request = { status = "submitted" } },
    given = { "request.cents", "request.approvals" }, expect = { "next" }, cases = {
      { 100000, {}, "approved" },
      { 100001, {}, "submitted" },
      { 100001, { "cleo" }, "approved" },
      { 100001, { "ben" }, null },
    } },
}
