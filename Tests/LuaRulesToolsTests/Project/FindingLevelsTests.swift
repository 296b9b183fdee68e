import Foundation
import LuaRules
import LuaRulesTools
import Testing

/// The levels of findings that a project sets.
@Suite struct FindingLevelsTests {
  private static func levels(_ json: String, folder: String = "app") throws -> FindingLevels {
    try ProjectFile(json: #"{ "findings": \#(json) }"#, path: "\(folder)/luarules.json").findings
  }

  private static let patterns: [(pattern: String, matching: [String], others: [String])] = [
    ("drafts", ["app/drafts/a.lua", "app/drafts/b/c.lua"], ["app/a.lua", "app/x/drafts/a.lua"]),
    ("drafts/", ["app/drafts/a.lua"], ["app/drafts.lua"]),
    ("a.lua", ["app/a.lua"], ["a.lua", "app/b/a.lua"]),
    ("*.lua", ["app/a.lua"], ["app/b/a.lua"]),
    ("**/*.lua", ["app/a.lua", "app/b/c/a.lua"], ["app/a.json", "other/a.lua"]),
    ("**/old/**", ["app/old/a.lua", "app/b/old/c/a.lua"], ["app/older/a.lua"]),
    ("./b/?.lua", ["app/b/a.lua"], ["app/b/aa.lua", "app/b/.lua"]),
    ("b/?.lua", ["app/b/ä.lua", "app/b/😀.lua"], ["app/b/ää.lua"]),
    ("b/*a*.lua", ["app/b/a.lua", "app/b/xaay.lua"], ["app/b/x.lua", "app/b/a/x.lua"]),
  ]

  @Test(arguments: patterns)
  func `a pattern matches paths below the project's folder`(
    pattern: String, matching: [String], others: [String]
  ) throws {
    let levels = try Self.levels(#"{ "\#(pattern)": { "tie": "off" } }"#)
    for file in matching { #expect(levels.level(of: .tie, in: file) == .off, "\(file)") }
    for file in others { #expect(levels.level(of: .tie, in: file) == nil, "\(file)") }
    #expect(levels.level(of: .cycle, in: matching[0]) == nil)
  }

  @Test func `the longest pattern with the code counts`() throws {
    let levels = try Self.levels(
      """
      { "tie": "error", "**": { "tie": "warning", "cycle": "info" }, "b/**": { "tie": "info" },
        "b/longer/**": { "cycle": "off" } }
      """)
    #expect(levels.level(of: .tie, in: "app/b/longer/a.lua") == .info)
    #expect(levels.level(of: .cycle, in: "app/b/longer/a.lua") == .off)
    #expect(levels.level(of: .cycle, in: "app/b/a.lua") == .info)
    #expect(levels.level(of: .tie, in: "app/a.lua") == .warning)
    #expect(levels.level(of: .tie, in: "elsewhere/a.lua") == .error)
    #expect(levels.level(of: .frozen, in: "app/a.lua") == nil)
  }

  @Test func `what is equally long counts in the order of bytes`() throws {
    for _ in 0..<10 {
      let levels = try Self.levels(
        """
        { "././././b/*": { "tie": "info" }, "b/a.lua": { "tie": "off" },
          "?/a.lua": { "tie": "error" } }
        """)
      #expect(levels.level(of: .tie, in: "app/b/a.lua") == .off)
      #expect(levels.level(of: .tie, in: "app/c/a.lua") == .error)
      let same = try Self.levels(
        #"{ "b/?.lua": { "tie": "info" }, "?/a.lua": { "tie": "error" } }"#)
      #expect(same.level(of: .tie, in: "app/b/a.lua") == .error)
    }
  }

  @Test func `findings get their levels, and what stops loading stays an error`() throws {
    let rules = """
      local unused = 1
      return {
        { key = 'k', when = function(c) return c.x == null end, value = 1 },
        { key = 'k', value = 1 },
        { key = 'k', value = 2 }, -- check: ignore unreachable-rule
        { key = 'color', value = 'rde' },
      }
      """
    let schema = try RuleSchema(
      json: #"{ "properties": { "color": { "enum": ["red"] }, "k": {}, "x": {} } }"#)
    let check = try RuleCheck(RuleSource(text: rules, name: "app/a.lua"), schema: schema)
    let before = check.findings.map { "\($0.code.rawValue) \($0.severity)" }
    #expect(before == ["unused-local warning", "null-comparison warning", "wrong-value error"])
    let levels = try Self.levels(
      #"{ "unused-local": "off", "wrong-value": "off", "null-comparison": "error", "unreachable-rule": "off" }"#
    )
    let after = check.applying(levels).findings.map { "\($0.code.rawValue) \($0.severity)" }
    #expect(after == ["null-comparison error", "wrong-value error"])
    #expect(check.applying(FindingLevels()).findings == check.findings)
  }

  @Test(arguments: [
    (
      "{\n\"tye\": \"off\" }",
      "2: error: there are no findings `tye` whose level can be set [bad-project]\n  hint: did you mean `tie`?"
    ),
    (
      "{ \"syntax\": \"off\" }",
      "1: error: there are no findings `syntax` whose level can be set [bad-project]\n  hint: the codes are those in brackets behind what `luarules check` prints"
    ),
    (
      "{\n\n\"tie\": \"warn\" }",
      "3: error: the level of `tie` is \"warn\"; expected \"off\", \"info\", \"warning\", \"error\" [bad-project]\n  hint: did you mean \"warning\"?"
    ),
    (
      "{ \"tie\": 2 }",
      "1: error: the level of `tie` is 2; expected \"off\", \"info\", \"warning\", \"error\" [bad-project]"
    ),
    (
      "{ \"a/**\": {\n\"tie\": \"error\",\n\"cycel\": \"off\" } }",
      "3: error: there are no findings `cycel` whose level can be set [bad-project]\n  hint: did you mean `cycle`?"
    ),
    (
      "{\n\"tye\": {} }",
      "2: error: `tye` has an object with levels, as a pattern has [bad-project]\n  hint: write a level for the code `tie`, or \"tye/\" for the files in a folder"
    ),
    (
      "{ \"../a\": { \"tie\": \"off\" } }",
      "1: error: `../a` is no pattern for files below the project's folder [bad-project]\n  hint: write one such as \"drafts/**\""
    ),
  ])
  func `what is wrong is told with its line`(json: String, message: String) throws {
    let error = try #require(throws: RuleError.self) { try Self.levels(json) }
    #expect(error.description == "app/luarules.json:\(message)")
  }

  @Test(arguments: [("error", 1), ("off", 0), ("warning", 0)])
  func `a gate refuses at these levels`(level: String, refusals: Int) async throws {
    let levels = try Self.levels("{ \"unreachable-rule\": \"\(level)\" }")
    let rules = try GatedRules(.checks(levels: levels), ["rules/a.lua": "return {}"])
    let told = try await rules.edit([
      "rules/a.lua": "return {\n{ key = 'k', value = 1 },\n{ key = 'k', value = 2 },\n}"
    ])
    #expect(told.count { $0.contains("unreachable-rule") } == refusals, "\(told)")
  }
}
