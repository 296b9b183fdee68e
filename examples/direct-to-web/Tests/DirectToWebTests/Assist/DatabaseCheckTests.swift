import LuaRules
import Testing

@testable import DirectToWeb

/// What the check says with the names of a database.
@Suite struct DatabaseCheckTests {
  private static let sql = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE product (id INTEGER PRIMARY KEY, cost_cents INTEGER, maker_id INTEGER REFERENCES maker);
    """

  private func messages(_ rules: String) async throws -> [String] {
    let model = try await AccessFixture(Self.sql, rules: "").model
    let source = RuleSource(text: "return {\n\(rules)\n}", name: "a.lua")
    return DatabaseCheck.findings(in: source, of: model).map {
      "\($0.location.line ?? 0): \($0.message); \($0.fix ?? "")"
    }
  }

  @Test(arguments: [
    #"{ key = "isPropertyVisible", when = { propertyKey = "cost_cent" }, value = false },"#,
    #"{ key = "isPropertyEditable", when = { propertyKey = { "cost_cent", "name" } }, value = false },"#,
    #"{ key = "isPropertyVisible", value = function(c) return c.propertyKey ~= "cost_cent" end },"#,
  ])
  func `a right for a property that no table has is told`(rule: String) async throws {
    #expect(
      try await messages(rule) == [
        #"2: `propertyKey` is never "cost_cent"; did you mean "cost_cents"?"#
      ])
  }

  @Test(arguments: [
    #"{ key = "isPropertyVisible", when = { propertyKey = "cost_cents" }, value = false },"#,
    #"{ key = "isPropertyVisible", when = { propertyKey = "maker" }, value = false },"#,
    #"{ key = "isPropertyVisible", value = function(c) return c.propertyKey ~= "" end },"#,
    // A column of a list over a relationship.
    #"{ key = "class", when = { propertyKey = "maker.name" }, value = "strong" },"#,
    """
    { key = "class", when = { propertyKey = "maker.name" }, value = "strong" },
    { key = "isPropertyVisible", when = { propertyKey = "name" }, value = false },
    { key = "look", when = function(c) return c.propertyKey == "own" end, value = "plain" },
    """,
  ])
  func `names that are right, or no rights, are not`(rules: String) async throws {
    #expect(try await messages(rules) == [])
  }

  @Test func `the name of a table is told for every key, and once`() async throws {
    let rule =
      #"{ key = "isPropertyVisible", when = { entity = { name = "prodcut" } }, value = false },"#
    #expect(
      try await messages(rule) == [
        #"2: `entity.name` is never "prodcut"; did you mean "product"?"#
      ])
  }
}
