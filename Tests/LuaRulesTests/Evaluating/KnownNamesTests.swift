import Testing

@testable import LuaRules

/// Which names a misspelt one is compared with.
struct KnownNamesTests {
  private static let rules = """
    return {
      { key = "title", value = "Buy beer" },
      { key = "person.home.city", value = "Berlin" },
    }
    """

  private func names() throws -> KnownNames {
    var values = ContextValues()
    values.set("low", for: "priority")
    return KnownNames(values, try RuleModel(text: Self.rules).current)
  }

  @Test func `what is set, assigned, or goes before a path is listed in byte order`() throws {
    #expect(try names().all == ["person", "priority", "title"])
  }

  @Test(arguments: [
    ("titel", "title"), ("prority", "priority"), ("person", "person.home.city"),
    ("persn.home", "person.home"), ("person.home.citty", "person.home.city"), ("wxyz", nil),
  ])
  func `the name that was meant is found`(name: String, meant: String?) throws {
    #expect(try names().nearest(to: name) == meant)
  }

  @Test func `each name is listed once`() throws {
    var values = ContextValues()
    for name in ["zip", "title", "age"] { values.set(1, for: name) }
    let models = try [
      Self.rules, "return { { key = 'body', value = 1 }, { key = 'title', value = 2 } }",
    ]
    .flatMap { try RuleModel(text: $0).current }
    #expect(KnownNames(values, models).all == ["age", "body", "person", "title", "zip"])
  }

  @Test func `listing the names of a context costs instructions for each name`() throws {
    var options = RuleOptions(budget: Budget(instructions: 1_000))
    options.plan = .lua
    let model = try RuleModel(
      sources: [
        RuleSource(
          text:
            "return { { key = 'zz', value = function(c) for k in pairs(c) do return k end end } }")
      ], options: options)
    var context = RuleContext(model)
    for number in 0..<50 { context["name\(number)"] = 1 }
    #expect(try context.value(at: "zz", as: String.self) == "name0")
    for number in 50..<400 { context["name\(number)"] = 1 }
    #expect(throws: RuleError.self) { try context.value(at: "zz", as: String.self) }
  }
}
