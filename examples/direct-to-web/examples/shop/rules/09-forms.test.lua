--- What a form refuses.

return {
  { "a product must earn something",
    context = { entity = { name = "product" }, object = { state = "draft" } },
    given = { "object.price_cents", "object.cost_cents" }, expect = { "validate" }, cases = {
      { 500, 400, {} },
      { 400, 400, { "The price must be higher than the cost." } },
      { null, 400, {} },
    } },
  { "a product on sale was released", given = { "object.state", "object.released" },
    context = { entity = { name = "product" }, object = { price_cents = 2, cost_cents = 1 } },
    expect = { "validate" }, cases = {
      { "on sale", null, { "A product on sale needs the day of its release." } },
      { "on sale", "2025-01-01", {} },
      { "draft", null, {} },
    } },
}
