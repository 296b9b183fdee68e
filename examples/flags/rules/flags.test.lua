--- Features, for whom and when.
local dates = require "dates"

---@type RuleTests
return {
  rules = { "." },
  context = {
    now = dates.time "2026-03-01",
    killed = {},
    visitor = { id = "v1", plan = "free", country = "GB", app = "2.10.0" },
  },

  { "insiders", given = { "visitor.plan", "visitor.country" }, expect = { "isInsider" }, cases = {
    { "staff", "GB", true }, { "pro", "NZ", true }, { "pro", "GB", false }, { "free", "NZ", false },
  } },

  -- Buckets 2499, 2500 and 7470.
  { "a quarter", given = { "visitor.id" }, expect = { "newSearch" }, cases = {
    { "v4290", true }, { "v9103", false }, { "ada", false },
  } },
  { "insiders are not counted", context = { visitor = { id = "ada", plan = "staff" } },
    expect = { newSearch = true } },

  { "variants", given = { "visitor.id" }, expect = { "checkout" }, cases = {
    { "v9", "express" }, { "v3", "guided" }, { "v1", "classic" },
  } },

  { "an old app", context = { visitor = { id = "ada" } }, given = { "visitor.app" },
    expect = { "isCurrent", "checkout" }, cases = {
      { "2.9.0", false, "classic" },
      { "2.10.0-beta", false, "classic" },
      { "2.10.0", true, "guided" },
    } },

  { "the sale begins and ends", given = { "now" }, expect = { "banner" }, cases = {
    { dates.time "2026-03-19T23:59:59Z", null },
    { dates.time "2026-03-20", "Spring sale" },
    { dates.time "2026-03-31T23:59:59Z", "Spring sale" },
    { dates.time "2026-04-01", null },
  } },

  { "the kill switch",
    context = {
      killed = { "newSearch", "checkout", "banner" },
      now = dates.time "2026-03-25",
      visitor = { id = "ada", plan = "staff" },
    },
    expect = { newSearch = false, checkout = "classic", banner = null } },
}
