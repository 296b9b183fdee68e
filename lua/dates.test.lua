--- Times in ISO 8601, and their days.
---@type RuleTests
return {
  rules = { "calls.lua" },

  { "times", given = { "text" }, expect = { "dates.time" }, cases = {
    { "1970-01-01", 0 },
    { "1969-12-31T23:59:59Z", -1 },
    { "2000-02-29", 951782400 },
    { "2026-03-01T08:30:00Z", 1772353800 },
    { "2026-03-01T08:30Z", 1772353800 },
    { "2026-03-01T10:30:00+02:00", 1772353800 },
    { "2026-02-28T23:00:00-09:30", 1772353800 },
    { "2026-03-01T08:30:00.25Z", 1772353800.25 },
    { "0001-01-01", -62135596800 },
    { "9999-12-31T23:59:59Z", 253402300799 },
  } },

  { "texts that are no times", errors = { ["dates.time"] = "looks like 2026-03-01" }, cases = {
    { "one digit", context = { text = "2026-3-1" } },
    { "no such month", context = { text = "2026-13-01" } },
    { "no such day", context = { text = "2026-02-29" } },
    { "no leap year", context = { text = "1900-02-29" } },
    { "no offset", context = { text = "2026-03-01T08:30:00" } },
    { "no such hour", context = { text = "2026-03-01T24:00Z" } },
    { "no such second", context = { text = "2026-03-01T08:30:60Z" } },
    { "no such offset", context = { text = "2026-03-01T08:30:00+24:00" } },
    { "no digits", context = { text = "2026-03-01T08:30:00.Z" } },
    { "digits without a point", context = { text = "2026-03-01T08:30:30123Z" } },
    { "more behind it", context = { text = "2026-03-01 " } },
    { "a number", context = { text = 20260301 } },
  } },

  -- As `date -u -d @TIME +%F_%u` prints them.
  { "days", given = { "time" }, expect = { "dates.day", "dates.weekday" }, cases = {
    { 0, "1970-01-01", 4 },
    { -1, "1969-12-31", 3 },
    { 951782400, "2000-02-29", 2 },
    { 1772353800.25, "2026-03-01", 7 },
    { 1767225599, "2025-12-31", 3 },
    { 1767225600, "2026-01-01", 4 },
    { -62135596800, "0001-01-01", 1 },
    { -62167219200, "0000-01-01", 6 },
    { 253402300799, "9999-12-31", 5 },
  } },

  { "times that have no day", errors = {
      ["dates.day"] = "in the years 0 to 9999; got ", ["dates.weekday"] = "0 to 9999; got " },
    cases = {
      { "far away", context = { time = 1e300 } },
      { "the year 10000", context = { time = 253402300800 } },
      { "before the year 0", context = { time = -62167219201 } },
      { "a text", context = { time = "2026-03-01" } },
    } },

  { "a stretch of time", given = { "time" }, expect = { "dates.within" },
    context = { from = "2026-03-01", til = "2026-03-02" }, cases = {
      { 1772323199, false }, { 1772323200, true }, { 1772409599.5, true }, { 1772409600, false },
    } },
}
