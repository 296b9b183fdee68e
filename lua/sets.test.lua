--- Lists as sets.
---@type RuleTests
return {
  rules = { "calls.lua" },

  { "elements", given = { "list", "value" }, expect = { "sets.contains", "sets.of" }, cases = {
    { { "a", "b" }, "b", true, true },
    { { "a", "b" }, "c", false, false },
    { { 1, 2 }, 2.0, true, true },
    { { 1, 2 }, "2", false, false },
    { {}, "a", false, false },
  } },

  { "two lists", given = { "list", "other" },
    expect = { "sets.any", "sets.all", "sets.union", "sets.intersection", "sets.difference" },
    cases = {
      { { "b", "a" }, { "a", "c" }, true, false, { "b", "a", "c" }, { "a" }, { "b" } },
      { { "a" }, { "c", "a" }, true, true, { "a", "c" }, { "a" }, {} },
      { { "a" }, { "b" }, false, false, { "a", "b" }, {}, { "a" } },
      { {}, { "a" }, false, true, { "a" }, {}, {} },
      { { "a", "a", "b" }, {}, false, false, { "a", "b" }, {}, { "a", "b" } },
    } },
}
