--- The base, as users and platforms find it.
---@type RuleTests
return {
  { "nobody says anything",
    expect = { accent = "#3366cc", material = "solid", textSize = 16, rowHeight = 40 } },

  { "rows follow the text", given = { "fontSize", "density" },
    expect = { "textSize", "rowHeight" }, cases = {
      { 20, "regular", 20, 48 },
      { 20, "compact", 20, 28 },
      { 4, "regular", 11, 30 },
      { 99, "compact", 32, 40 },
    } },
}
