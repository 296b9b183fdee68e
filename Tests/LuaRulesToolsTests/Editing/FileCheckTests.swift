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
      edited, name: name, root: "rules", schema: schema, host: [:],
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

  private static let many = """
    local unit = require("units")
    local factor = 2
    return {
    \((0..<40).map { "  { key = \"k\($0)\", when = function(c) return c.order.channel == \"web\" end,\n    value = factor * \($0) };" }.joined(separator: "\n"))
      { key = "wrong", value = function(c) return c.order.chanel end }, { key = "k0", value = 1 },
    }
    """

  /// The findings of many rules after an edit, checked alone and whole.
  private static func findingsInMany(
    _ old: String, _ new: String
  ) throws -> (before: Set<String>, alone: Set<String>, whole: Set<String>) {
    let schema = try RuleSchema(json: schema)
    func options(_ text: String) -> RuleOptions {
      RuleOptions(
        unusedKeys: .allow,
        fileSystem: TextFiles(["rules/a.lua": text, "rules/lib/units.lua": "return { of = 1 }"]))
    }
    func check(_ text: String) throws -> RuleCheck {
      try RuleCheck(RuleSource(path: "rules"), schema: schema, options: options(text))
    }
    let edited = many.replacing(old, with: new)
    #expect(edited != many)
    let alone = try FileCheck(
      edited, name: "rules/a.lua", root: "rules", schema: schema,
      host: [:], options: options(edited), after: check(many),
      of: EditedFile(many, path: "rules/a.lua"))
    func lines(_ findings: [RuleFinding]) -> Set<String> {
      Set(findings.map { "\($0.location.line ?? 0) \($0.code.rawValue)" })
    }
    return (
      lines(try check(many).findings), lines(alone.findings), lines(try check(edited).findings)
    )
  }

  @Test(arguments: [
    ("factor * 20 };", "factor * 20 };\n\n"), ("factor * 20 };", "fractor * 20 };"),
    ("factor * 20 };", "factor * 20 }"), ("factor * 20 };", "factor * 20 ;"),
    ("{ key = \"k20\"", "{ key = \"k20"),
    ("\"k39\", when = function(c)", "\"k39\", when = function(c"),
    ("k0\", when", "k0\", wen"), ("local factor = 2", "local factor = nil + 2"),
    ("k0\", value = 1 }", "k0\", value = c }"), ("return {", "return {,"),
  ])
  func `edited rules of many are checked, and findings in others stay`(
    part: String, replacement: String
  ) throws {
    let found = try Self.findingsInMany(part, replacement)
    #expect(found.before.contains("84 unknown-member"))
    let fresh = found.whole.subtracting(found.before)
    #expect(fresh.isSubset(of: found.alone), "\(fresh.subtracting(found.alone))")
    let claimed = found.alone.subtracting(found.before)
    #expect(claimed.isSubset(of: found.whole), "\(claimed.subtracting(found.whole))")
    // A file that cannot be read has no other findings.
    let old = found.whole.filter { $0.hasSuffix("unknown-member") }
    #expect(old.isSubset(of: found.alone))
  }
}
