--- What people see of a request.
---@type RuleTests
return {
  rules = { "." },
  context = {
    person = { name = "ada", roles = { "manager", "buyer" } },
    request = { author = "ada", cents = 5000, approvals = {} },
  },

  { "the author", given = { "request.status" }, expect = { "screen", "actions" }, cases = {
    { "draft", "form", { "submit" } },
    { "submitted", "summary", { "withdraw" } },
    { "approved", "summary", { "order" } },
    { "rejected", "form", { "submit" } },
    { "ordered", "receipt", {} },
  } },

  { "a manager", context = { person = { name = "ben" }, request = { author = "cleo" } },
    cases = {
      { "by status", given = { "request.status" }, expect = { "screen", "actions", "hint" }, cases = {
        { "draft", "summary", {}, "nothing to do" },
        { "submitted", "decision", { "approve", "reject" }, "you can approve or reject" },
        { "approved", "summary", { "order" }, "you can order" },
        { "rejected", "summary", {}, "nothing to do" },
      } },
      { "approves once",
        context = { request = { status = "submitted", approvals = { "ben" } } },
        expect = { screen = "summary", actions = {} } },
    } },

  { "who is neither manager nor buyer",
    context = { person = { name = "eve", roles = {} } }, given = { "request.status" },
    expect = { "screen", "actions" }, cases = {
      { "submitted", "summary", {} },
      { "approved", "summary", {} },
    } },
}
