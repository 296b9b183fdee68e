--- Text, taken as it is written.
---@type RuleTests
return {
  rules = { "calls.lua" },

  { "trimmed", given = { "value" }, expect = { "text.trim" }, cases = {
    { " \t a b\n", "a b" }, { "a", "a" }, { "  ", "" }, { "", "" },
  } },
  { "much white space takes no longer than it is",
    context = { value = "a" .. (" "):rep(2000) .. "b" .. (" "):rep(2000) },
    expect = { ["text.trim"] = "a" .. (" "):rep(2000) .. "b" } },

  { "split", given = { "value", "separator" }, expect = { "text.split" }, cases = {
    { "a.b..c", ".", { "a", "b", "", "c" } },
    { "a, b", ", ", { "a", "b" } },
    { "%d", "%", { "", "d" } },
    { "a", ",", { "a" } },
    { "", ",", { "" } },
  } },
  { "split at nothing", context = { value = "a", separator = "" },
    errors = { ["text.split"] = "a separator has a character at least" } },

  { "ends", given = { "value", "part" }, expect = { "text.starts_with", "text.ends_with" }, cases = {
    { "a.b", "a.", true, false },
    { "a.b", ".b", false, true },
    { "axb", "a.", false, false },
    { "a", "aa", false, false },
    { "a", "", true, true },
    { "a", "a", true, true },
  } },

  { "lists", context = { word = "or" }, given = { "list" }, expect = { "text.list" }, cases = {
    { {}, "" }, { { "a" }, "a" }, { { "a", 2 }, "a or 2" }, { { "a", "b", "c" }, "a, b or c" },
  } },
}
