--- Who may do what.
local dates = require "dates"

---@type RuleTests
return {
  context = {
    now = dates.time "2026-03-10",
    document = { owner = "ada", team = "finance", isOnHold = false, published = null },
    user = { name = "ben", team = "finance", roles = {} },
  },

  { "the owner", context = { user = { name = "ada", team = "sales" } },
    given = { "operation" }, expect = { "decision" }, cases = {
      { "read", "allow" }, { "edit", "allow" }, { "delete", "allow" }, { "share", "deny" },
    } },

  { "the team", given = { "operation", "user.roles" }, expect = { "decision" }, cases = {
    { "read", {}, "allow" },
    { "edit", {}, "deny" },
    { "edit", { "editor" }, "allow" },
    { "delete", { "editor" }, "deny" },
  } },

  { "strangers", context = { user = { team = "sales" } },
    given = { "operation", "user.roles" }, expect = { "decision" }, cases = {
      { "read", {}, "deny" },
      { "read", { "auditor" }, "allow" },
      { "read", { "legal", "editor" }, "allow" },
      { "edit", { "editor" }, "deny" },
      { "delete", { "auditor" }, "deny" },
    } },

  { "what the owner may not do either", context = { user = { name = "ada" } },
    cases = {
      { "on hold", context = { document = { isOnHold = true } },
        given = { "operation" }, expect = { "decision" }, cases = {
          { "read", "allow" }, { "edit", "deny" }, { "delete", "deny" },
        } },
      { "closed books", context = { operation = "edit" },
        given = { "now", "document.team" }, expect = { "decision" }, cases = {
          { dates.time "2026-03-27T23:59:59Z", "finance", "allow" },
          { dates.time "2026-03-28", "finance", "deny" },
          { dates.time "2026-03-28", "sales", "allow" },
          { dates.time "2026-04-02", "finance", "allow" },
        } },
      { "sharing", context = { operation = "share", document = { team = "sales" } },
        given = { "document.published" }, expect = { "decision" }, cases = {
          { dates.time "2026-03-09", "allow" },
          { dates.time "2026-03-10", "allow" },
          { dates.time "2026-03-11", "deny" },
          { null, "deny" },
        } },
      { "all reasons at once",
        context = { operation = "delete", now = dates.time "2026-03-30",
          document = { isOnHold = true }, user = { name = "eve", team = "sales" } },
        expect = { decision = "deny", denials = {
          "the books are closed", "it belongs to another team", "it is on legal hold",
        } } },
      { "reading while the books are closed",
        context = { operation = "read", now = dates.time "2026-03-30" },
        expect = { decision = "allow" } },
    } },
}
