--- What strikes the eye.

return {
  { "the stock of a product", context = { entity = { name = "product" }, propertyKey = "stock" },
    given = { "propertyValue" }, expect = { "class" }, cases = {
      { 0, "number bad" }, { 9, "number warn" }, { 10, "" }, { null, "" },
    } },
  { "the state of an order", context = { entity = { name = "order" }, propertyKey = "state" },
    given = { "propertyValue" }, expect = { "class" }, cases = {
      { "new", "strong" }, { "shipped", "good" }, { "cancelled", "bad" }, { "paid", "" },
    } },
}
