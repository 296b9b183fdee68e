import Foundation
import LuaRules
import LuaRulesTools
import Testing

@testable import DirectToWeb

struct ShopRulesTests {
  @Test func `the check finds nothing wrong in them, and each name is one of the database`()
    async throws
  {
    let shop = try ShopFixture.database()
    let model = Model(try await shop.open().read(Schema.init))
    #expect(DatabaseCheck.findings(in: RuleSource(contentsOf: ShopFixture.rules), of: model) == [])
    let wrong = RuleSource(
      text: "return { { key = \"pageSize\", when = { entity = { name = \"ordr\" } }, value = 9 } }",
      name: "wrong.lua")
    #expect(!DatabaseCheck.findings(in: wrong, of: model).isEmpty)
  }

  private static let tests = Result {
    try RuleTests(paths: [ShopFixture.rules.path], settings: RuleTestSettings(schema: .pages)).cases
  }

  @Test func `their own tests are found`() throws {
    #expect(try Self.tests.get().count > 20)
  }

  @Test(arguments: (try? tests.get()) ?? [])
  func `they pass their own tests`(test: RuleTestCase) {
    let failures = test.run().failures
    #expect(failures.isEmpty, "\(failures.map { "\($0)" }.joined(separator: "\n"))")
  }

  /// Each name of a property in the rules is one that its table has: a name without a column is no mistake
  /// for the check, because rules may make properties of their own.
  @Test func `every property that they show exists`() async throws {
    let shop = try ShopFixture.database()
    let file = try shop.open()
    let facts = ModelFacts(Model(try await file.read(Schema.init)), canWrite: true)
    let rules = try RuleModel(
      sources: [RuleSource(contentsOf: ShopFixture.rules)], schema: .pages
    ).fallback(.defaultPageRules())
    var count = 0
    for task in ["list", "inspect", "edit"] {
      var context = RuleContext(rules)
      context.database = DatabaseFacts(facts.model, name: "shop")
      context.task = task
      let access = Access(context, to: facts)
      for entity in facts.model.entities {
        let context = try #require(access.context(of: entity.identifier))
        let names =
          context.displayPropertyKeys + context.searchKeys + context.filterKeys + context.labelKeys
          + context.defaultSort.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
        for name in names where !name.hasPrefix("(") {
          let isThere =
            entity.relationship(name) != nil || (try? facts.model.path(name, from: entity)) != nil
          #expect(isThere, "\(task): \(entity.name).\(name)")
          count += 1
        }
      }
    }
    #expect(count > 150)
  }
}
