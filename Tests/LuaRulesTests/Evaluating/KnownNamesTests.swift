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
    return KnownNames(values, try RuleModel(Self.rules).current)
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
}
