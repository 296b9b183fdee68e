import LuaRules
import Testing

@testable import DirectToWeb

/// What is known about rules without asking them.
@Suite struct RuleFactsTests {
  private static func model(_ rules: String) throws -> RuleModel {
    let own = try RuleModel(
      sources: [RuleSource(text: "return { \(rules) }", name: "own.lua")], schema: .pages)
    return own.fallback(try RuleModel.defaultPageRules())
  }

  /// Rules, a key, and whether its answer may be another one for another row.
  private static let rules = [
    ("", "class", false), ("", "isObjectDeletable", false), ("", "title", true),
    (#"{ key = "class", value = "strong" }"#, "class", false),
    (
      #"{ key = "class", when = { propertyKey = "a", task = "list" }, value = "x" }"#, "class",
      false
    ),
    (#"{ key = "class", when = { propertyValue = 0 }, value = "x" }"#, "class", true),
    (#"{ key = "class", when = { object = { a = { 1, 2 } } }, value = "x" }"#, "class", true),
    (
      #"{ key = "class", when = function(c) return c.task == "list" end, value = "x" }"#, "class",
      true
    ),
    (#"{ key = "class", value = function(c) return c.look end }"#, "class", true),
    (#"{ key = "look", when = { object = { a = 1 } }, value = "x" }"#, "class", false),
    (
      #"{ key = "isEntityReadOnly", when = { object = { a = 1 } }, value = true }"#,
      "isObjectDeletable", true
    ),
    (
      #"{ key = "look", when = { object = { a = 1 } }, value = "x" }, "#
        + #"{ key = "class", when = { look = "x" }, value = "y" }"#, "class", true
    ),
    (
      #"{ key = "entity.note", when = { object = { a = 1 } }, value = { deep = 1 } }, "#
        + #"{ key = "class", when = { entity = { note = { deep = 1 } } }, value = "y" }"#, "class",
      true
    ),
  ]

  @Test(arguments: rules)
  func `answers depend on the row where a rule may look at it`(
    rules: String, key: String, depends: Bool
  ) throws {
    #expect(RuleFacts(try Self.model(rules)).dependsOnRow(key) == depends)
  }

  @Test func `the default rules are known, and others are not`() throws {
    let defaults = try RuleModel.defaultPageRules()
    #expect(!RuleFacts(defaults, hasOwnRules: false).dependsOnRow("component"))
    #expect(RuleFacts(defaults).dependsOnRow("component"))
    #expect(!RuleFacts(defaults, hasOwnRules: false).mayDecline)
  }

  @Test(arguments: [
    ("", false), (#"{ key = "isObjectEditable", when = { task = "edit" }, value = false }"#, false),
    (#"{ key = "isObjectEditable", value = function(c) return c.user ~= nil end }"#, true),
    (#"{ key = "class", value = function(c) return c.look end }"#, false),
  ])
  func `a right may have no answer where a rule about a right computes it`(
    rules: String, mayDecline: Bool
  ) throws {
    #expect(RuleFacts(try Self.model(rules)).mayDecline == mayDecline)
  }

  /// An oracle: what is said not to depend on the row has the same answer for each row.
  @Test(arguments: rules.map(\.0))
  func `what does not depend on the row is the same for all rows`(rules: String) throws {
    let model = try Self.model(rules)
    let facts = RuleFacts(model)
    let layout = RecordLayout(members: [("a", LuaValue.self)])
    for key in ["class", "look", "component", "isObjectEditable", "isObjectDeletable", "formatter"]
    where !facts.dependsOnRow(key) {
      let answers = try [LuaValue.nil, .integer(0), .integer(1), .string("x")].map { value in
        var context = RuleContext(model)
        context.database = DatabaseFacts(name: "test", entityNames: ["t"])
        context.task = "list"
        context.entity = EntityFacts(name: "t", title: "T")
        context.propertyKey = "a"
        context.object = try RuleRecord(layout, values: [value])
        context.propertyValue = value
        return context.explain(at: key).answer.json
      }
      #expect(Set(answers).count == 1, "\(key): \(answers)")
    }
  }
}
