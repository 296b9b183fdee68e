--- What orders cost.
---@type RuleTests
return {
  rules = { "." },
  context = {
    order = { customer = "regular", coupon = null, country = "DE", grams = 100,
      lines = { { price = 1999, count = 3 } } },
  },

  { "lines", given = { "order.lines" }, expect = { "amounts", "subtotal" }, cases = {
    { {}, {}, 0 },
    { { { price = 1999, count = 3 } }, { 5997 }, 5997 },
    { { { price = 105, count = 9 }, { price = 105, count = 10 } }, { 945, 998 }, 1943 },
    { { { price = 7, count = 99 }, { price = 7, count = 100 } }, { 658, 612 }, 1270 },
  } },

  { "discounts", given = { "order.customer", "order.coupon" }, expect = { "discount" }, cases = {
    { "regular", null, 0 },
    { "regular", "HELLO", 0 },
    { "new", "HELLO", 1500 },
    { "new", "hello", 0 },
    { "partner", "HELLO", 600 },
  } },
  { "a discount is never more than the order",
    context = { order = { customer = "new", coupon = "HELLO", lines = { { price = 900, count = 1 } } } },
    expect = { discount = 900, total = 369 } },

  { "shipping", given = { "order.grams" }, expect = { "shipping" }, cases = {
    { 0, 0 }, { 1, 60 }, { 100, 60 }, { 101, 120 }, { 2000, 1200 }, { 2001, 1225 },
    { 10100, 3210 },
  } },
  { "free shipping", given = { "order.lines", "order.customer" }, expect = { "shipping" }, cases = {
    { { { price = 15000, count = 1 } }, "regular", 0 },
    { { { price = 14999, count = 1 } }, "regular", 60 },
    { { { price = 15000, count = 1 } }, "partner", 60 },
  } },

  { "surcharges", given = { "order.grams", "order.lines" }, expect = { "surcharge" }, cases = {
    { 100, { { price = 1999, count = 3 } }, 0 },
    { 100, { { price = 999, count = 1 } }, 250 },
    { 10001, { { price = 999, count = 1 } }, 750 },
    { 10001, { { price = 1, count = 100 }, { price = 9, count = 200 } }, 800 },
  } },

  { "tax", context = { order = { lines = { { price = 1940, count = 1 } } } },
    given = { "order.country" }, expect = { "tax", "total" }, cases = {
      { "DE", 380, 2380 },
      { "CH", 162, 2162 },
      { "FR", 400, 2400 },
      { "NZ", 0, 2000 },
    } },

  { "instalments", context = { order = { country = "NZ", grams = 0 } },
    given = { "order.lines" }, expect = { "instalments" }, cases = {
      { { { price = 29999, count = 1 } }, { 29999 } },
      { { { price = 30001, count = 1 } }, { 10001, 10000, 10000 } },
    } },
}
