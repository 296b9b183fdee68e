--- The order of semantic versions, with the examples of semver.org.

--- The versions that semver.org puts in order, and some around them; each is below the next.
local rising = {
  "0.0.4", "0.9.9-alpha0.valid", "1.0.0-0", "1.0.0-2", "1.0.0-11", "1.0.0-alpha", "1.0.0-alpha.1",
  "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1",
  "1.2.0", "1.10.0", "2.0.0", "2.1.0", "2.1.1", "10.2.3-DEV-SNAPSHOT",
  "99999999999999999999999.999999999999999999.99999999999999999",
}

--- A row for each pair of versions.
local pairings = {}
for i, a in ipairs(rising) do
  for j, b in ipairs(rising) do
    pairings[#pairings + 1] = { a, b, i == j and 0 or i < j and -1 or 1, i >= j }
  end
end

---@type RuleTests
return {
  rules = { "calls.lua" },

  { "pairs", given = { "a", "b" }, expect = { "semver.compare", "semver.at_least" },
    cases = pairings },

  { "what is behind + does not count", given = { "a", "b" }, expect = { "semver.compare" }, cases = {
    { "1.0.0+20130313144700", "1.0.0", 0 },
    { "1.0.0-beta+exp.sha.5114f85", "1.0.0-beta+21AF26D3----117B344092BD", 0 },
    { "1.0.0+b", "1.0.0-rc.1+a", 1 },
  } },

  { "versions", given = { "text" }, expect = { "semver.is_version" }, cases = {
    { "1.1.2-prerelease+meta", true },
    { "1.0.0-0A.is.legal", true },
    { "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay", true },
    { "1.2.3----R-S.12.9.1--.12+meta", true },
    { "1.0.0+0.build.1-rc.10000aaa-kk-0.1", true },
    { "", false }, { "1", false }, { "1.2", false }, { "1.2.3.4", false }, { "v1.2.3", false },
    { "1.2.3-", false }, { "1.2.3+", false }, { "1.2.3-0123", false }, { "1.2.3-0123.0123", false },
    { "01.1.1", false }, { "1.01.1", false }, { "1.1.01", false }, { "1.2.3-a..b", false },
    { "1.1.2+.123", false }, { "1.0.0-alpha_beta", false }, { "1.2.3+a+b", false }, { " 1.2.3", false },
    { "-1.0.3-gamma+b7718", false }, { "+justmeta", false }, { "1.2.3\n", false }, { 1.2, false },
  } },

  { "what is no version has no order", context = { a = "1.2", b = "1.2.0" },
    errors = { ["semver.compare"] = "looks like 1.2.3 or 1.2.3-beta.1; got 1.2" } },
  { "nor has nothing", context = { a = "1.2.0", b = 7 },
    errors = { ["semver.at_least"] = "got 7" } },
}
