--- Amounts of money are exact, or an error.
local most, least = math.maxinteger, math.mininteger

---@type RuleTests
return {
  rules = { "calls.lua" },

  { "products", given = { "amount", "count" }, expect = { "money.times" }, cases = {
    { 1999, 3, 5997 }, { -5, 7, -35 }, { 0, 9, 0 }, { most, 1, most }, { least, 1, least },
    { most, -1, -most },
  } },
  { "products that do not fit", errors = { ["money.times"] = "is too much for an amount" },
    cases = {
      { "twice", context = { amount = most, count = 2 } },
      { "the least one the other way", context = { amount = least, count = -1 } },
      { "the same in the other order", context = { amount = -1, count = least } },
      { "by as much again", context = { amount = 1 << 32, count = 1 << 32 } },
    } },
  { "a float is no amount", context = { amount = 19.99, count = 2 },
    errors = { ["money.times"] = "an amount is an integer; got 19.99" } },
  { "a float is no count", context = { amount = 1999, count = 2.0 },
    errors = { ["money.times"] = "a count is an integer; got 2.0" } },

  { "sums", given = { "amounts" }, expect = { "money.sum" }, cases = {
    { {}, 0 }, { { 10, 20, -5 }, 25 }, { { most, -1, 1 }, most }, { { least, 0 }, least },
  } },
  { "a sum that does not fit", context = { amounts = { most, 1 } },
    errors = { ["money.sum"] = "is too much for an amount" } },
  { "nor below", context = { amounts = { least, -1 } },
    errors = { ["money.sum"] = "is too much for an amount" } },

  { "percent, halves to the even cent", context = { rounding = "half_even" },
    given = { "amount", "percent" }, expect = { "money.percent" }, cases = {
      { 1999, 19, 380 }, { 50, 1, 0 }, { 150, 1, 2 }, { 250, 1, 2 }, { -50, 1, 0 }, { -150, 1, -2 },
      { -51, 1, -1 }, { 49, 1, 0 }, { 200, "7.5", 15 }, { 1999, "7.5", 150 }, { 10000, "0.005", 0 },
      { 10000, "0.015", 2 }, { 100, "-12.50", -12 }, { 1999, 0, 0 }, { 1999, 100, 1999 },
    } },
  { "percent, halves away from zero", context = { rounding = "half_up" },
    given = { "amount", "percent" }, expect = { "money.percent" }, cases = {
      { 50, 1, 1 }, { 150, 1, 2 }, { 250, 1, 3 }, { -50, 1, -1 }, { -150, 1, -2 }, { -49, 1, 0 },
      { -51, 1, -1 }, { 200, "7.5", 15 },
    } },
  { "a percentage that is a float is not exact",
    context = { amount = 100, percent = 7.5, rounding = "half_up" },
    errors = { ["money.percent"] = "or a text such as \"7.5\"; got 7.5" } },
  { "a percentage that is no number",
    context = { amount = 100, percent = "7,5", rounding = "half_up" },
    errors = { ["money.percent"] = "got 7,5" } },
  { "a percentage with too many digits",
    context = { amount = 100, percent = "0.0000000000000001", rounding = "half_up" },
    errors = { ["money.percent"] = "got 0.0000000000000001" } },
  { "a rounding that there is not", context = { amount = 100, percent = 7, rounding = "up" },
    errors = { ["money.percent"] = "rounding is half_even or half_up; got up" } },

  { "fractions", context = { rounding = "half_even" },
    given = { "amount", "numerator", "denominator" }, expect = { "money.fraction" }, cases = {
      { 100, 1, 3, 33 }, { 200, 1, 3, 67 }, { -200, 1, 3, -67 }, { 3, 1, 2, 2 }, { 5, 1, 2, 2 },
      { most, 1, most, 1 }, { most - 1, 1, most, 1 }, { most, 1, 2, most // 2 + 1 },
    } },
  { "a fraction of nothing", context = { amount = 1, numerator = 1, denominator = 0, rounding = null },
    errors = { ["money.fraction"] = "a denominator is above 0" } },

  { "parts", given = { "amount", "count" }, expect = { "money.split" }, cases = {
    { 1000, 3, { 334, 333, 333 } },
    { -1000, 3, { -333, -333, -334 } },
    { 2, 4, { 1, 1, 0, 0 } },
    { 7, 1, { 7 } },
  } },
  { "in no parts", context = { amount = 5, count = 0 },
    errors = { ["money.split"] = "a count is above 0" } },

  { "texts", given = { "text", "amount" }, expect = { "money.parse", "money.format" }, cases = {
    { "12.34", 1234, 1234, "12.34" },
    { "12", 1200, 1200, "12.00" },
    { "-0.50", -50, -50, "-0.50" },
    { "0.05", -5, 5, "-0.05" },
    { "007.00", 0, 700, "0.00" },
    { "12345678901234567", 100, 1234567890123456700, "1.00" },
    { "0", least, 0, "-92233720368547758.08" },
  } },
  { "a text of more than an amount", context = { text = "123456789012345678" },
    errors = { ["money.parse"] = "is too much for an amount" } },
  { "texts that are no amounts", errors = { ["money.parse"] = "looks like 12.34 or 12" }, cases = {
    { "one digit", context = { text = "1.5" } },
    { "three digits", context = { text = "1.500" } },
    { "a comma", context = { text = "1,50" } },
    { "no digits", context = { text = ".50" } },
    { "a sign", context = { text = "+1" } },
    { "a number", context = { text = 1 } },
    { "too many digits", context = { text = "1234567890123456789" } },
  } },
}
