--- How much each platform shows.
---@type RuleTests
return {
  { "details", given = { "platform" }, expect = { "details" }, cases = {
    { "watch", "minimal" },
    { "phone", "regular" },
    { "pad", "high" },
    { "mac", "high" },
    { "other", null },
  } },
}
