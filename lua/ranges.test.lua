--- Ranges and steps.
local steps = {
  { from = 1, value = "some" }, { from = 10, value = "many" }, { from = 50, value = "lots" },
}

---@type RuleTests
return {
  rules = { "calls.lua" },

  { "bounds", context = { low = 1, high = 3 }, given = { "number" },
    expect = { "ranges.within", "ranges.clamp" }, cases = {
      { 0, false, 1 }, { 1, true, 1 }, { 2.5, true, 2.5 }, { 3, true, 3 }, { 4, false, 3 },
    } },
  { "bounds the wrong way round", context = { number = 2, low = 3, high = 1 },
    errors = { ["ranges.clamp"] = "the bounds 3 and 1 are the wrong way round" } },

  { "steps", context = { steps = steps }, given = { "number" }, expect = { "ranges.step" }, cases = {
    { 0, null }, { 1, "some" }, { 9.5, "some" }, { 10, "many" }, { 50, "lots" }, { 1e300, "lots" },
  } },

  { "parts", context = { steps = steps }, given = { "number" }, expect = { "ranges.parts" }, cases = {
    { 0, {} },
    { 1, {} },
    { 9, { { amount = 8, value = "some" } } },
    { 10, { { amount = 9, value = "some" } } },
    { 60, {
      { amount = 9, value = "some" }, { amount = 40, value = "many" }, { amount = 10, value = "lots" },
    } },
  } },
  { "steps that do not rise",
    context = { number = 5, steps = { { from = 10, value = 1 }, { from = 10, value = 2 } } },
    errors = {
      ["ranges.step"] = "step 2 begins at 10, which is not above the one before",
      ["ranges.parts"] = "step 2 begins at 10",
    } },
}
