import LuaRules
import LuaRulesTools
import Testing

/// One file of a project, checked alone.
struct FileCheckTests {
  private static let shop = """
    return {
      { key = "discount", when = { order = { channel = "web" } }, value = 5 },
      { key = "label", value = function(c) return c.discount .. c.region end },
    }
    """
  private static let regions = """
    return {
      { key = "region", value = "north" },
      { key = "discount", when = { order = { total = 1 } }, value = 7 },
    }
    """
  private static let schema = """
    { "properties": {
      "order": { "type": "object", "properties": {
        "channel": { "enum": ["web", "shop"] }, "total": { "type": "integer" } } },
      "discount": { "type": "integer", "default": 0 } } }
    """

  /// The findings as `LINE CODE`, of a check of all files and of one of the edited file alone.
  private static func findings(
    _ edited: String
  ) throws -> (before: [String], alone: [String], whole: [String]) {
    let schema = try RuleSchema(json: schema)
    func files(_ shop: String) -> TextFiles {
      TextFiles(["rules/shop.lua": shop, "rules/regions.lua": regions])
    }
    func check(_ shop: String) throws -> RuleCheck {
      try RuleCheck(
        RuleSource(path: "rules"), schema: schema, options: RuleOptions(fileSystem: files(shop)))
    }
    let before = try check(shop)
    let name = "rules/shop.lua"
    let alone = try FileCheck(
      EditedFile(edited, path: name), name: name, root: "rules", schema: schema, host: [:],
      options: RuleOptions(fileSystem: files(edited)), after: before,
      of: EditedFile(shop, path: name))
    func lines(_ findings: [RuleFinding]) -> [String] {
      findings.filter { $0.location.file == name }.map {
        "\($0.location.line ?? 0) \($0.code.rawValue)"
      }
    }
    return (lines(before.findings), lines(alone.findings), lines(try check(edited).findings))
  }

  @Test func `what other files assign is known`() throws {
    let found = try Self.findings(Self.shop)
    #expect(found.before.contains("2 tie"))
    #expect(found.alone == found.before)
  }

  @Test(arguments: [
    ("\"web\"", "\"wbe\"", "2 wrong-type"), ("value = 5", "value = \"5\"", "2 wrong-value"),
    ("c.region", "c.reigon", "3 unknown-key"), ("c.region", "c.", "3 syntax"),
    ("c.region", "region", "3 undefined-global"),
  ])
  func `a mistake in the file is found, as by a whole check`(
    old: String, new: String, finding: String
  ) throws {
    let found = try Self.findings(Self.shop.replacing(old, with: new))
    let fresh = Set(found.whole).subtracting(found.before)
    #expect(!fresh.isEmpty)
    #expect(fresh.isSubset(of: found.alone), "\(found)")
    // Nothing is claimed that a whole check does not find; what needs other files may be old.
    #expect(Set(found.alone).subtracting(found.before).isSubset(of: found.whole), "\(found)")
  }

  @Test func `a finding that needs other files moves with its line`() throws {
    let found = try Self.findings("-- A comment.\n\n" + Self.shop)
    #expect(found.alone.contains("4 tie"))
    #expect(found.alone == found.whole)
  }

  @Test func `a finding that needs other files goes with its line`() throws {
    let edited = Self.shop.replacing("value = 5", with: "value = 6")
    #expect(!(try Self.findings(edited).alone.contains { $0.hasSuffix("tie") }))
  }
}
