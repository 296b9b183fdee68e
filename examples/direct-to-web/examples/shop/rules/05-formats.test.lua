--- How values are written.

return {
  { "sums of money", given = { "propertyValue" }, expect = { "displayString" },
    context = { attribute = { name = "price_cents", kind = "integer" } }, cases = {
      { 5, "€ 0.05" },
      { 1250, "€ 12.50" },
      { 123456, "€ 1,234.56" },
      { 100000000, "€ 1,000,000.00" },
      { -990, "− € 9.90" },
      { null, null },
      { "free", null },
    } },
  { "lengths", given = { "propertyValue" }, expect = { "displayString" },
    context = { attribute = { name = "minutes", kind = "integer" } }, cases = {
      { 45, "45 min" },
      { 60, "1 h" },
      { 150, "2 h 30 min" },
    } },
  { "days", given = { "attribute.kind", "propertyValue" }, expect = { "displayString" },
    context = { attribute = { name = "day" } }, cases = {
      { "date", "2025-03-09", "9 Mar 2025" },
      { "timestamp", "2025-03-09 17:30:12", "9 Mar 2025, 17:30" },
      { "date", "2025-13-09", null },
      { "date", "soon", null },
      { "text", "2025-03-09", null },
    } },
  { "the day of a review", context = { attribute = { name = "written_at", kind = "timestamp" } },
    given = { "propertyValue" }, expect = { "displayString" }, cases = {
      { "2025-03-09 17:30:12", "9 Mar 2025" },
      { null, null },
    } },
  { "stars", given = { "propertyValue" }, expect = { "displayString" },
    context = { attribute = { name = "stars", kind = "integer" } }, cases = {
      { 1, "★☆☆☆☆" }, { 4, "★★★★☆" }, { 5, "★★★★★" }, { null, null },
    } },
}
