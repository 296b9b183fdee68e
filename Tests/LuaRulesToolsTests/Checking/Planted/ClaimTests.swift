import LuaRules
import LuaRulesTools
import Testing

/// What a check claims is compared with what rules do in contexts of the schema.
@Suite struct ClaimTests {
  /// Checks rules, one a line from line 2 on.
  private static func findings(_ rules: [String]) throws -> [RuleFinding] {
    try CheckedText.check(text(rules), schema: RandomRules.schema).findings
  }

  private static func text(_ rules: [String]) -> String {
    "return {\n" + rules.joined(separator: "\n") + "\n}"
  }

  /// Returns what the key `k` is in each context; `nil` where asking fails.
  private static func answers(_ rules: [String]) throws -> [String?] {
    let schema = try RuleSchema(json: RandomRules.schema)
    let model = try RuleModel(text: text(rules), name: "r.lua", schema: schema)
    return try RandomRules.contexts.map { json in
      var context = RuleContext(model)
      try context.setValues(json: json)
      return try? context.json(at: "k")
    }
  }

  @Test(arguments: 0..<150)
  func `a condition that always or never holds does so`(seed: Int) throws {
    var random = RandomRules(seed: seed)
    for _ in 0..<4 {
      let rule = "{ key = \"k\", when = \(random.when()), value = \"yes\" },"
      let codes = Set(try Self.findings([rule]).map(\.code))
      let answers = try Self.answers([rule])
      if codes.contains(.alwaysTrue) {
        #expect(!answers.contains("\"none\""), "\(rule)")
      }
      if codes.contains(.alwaysFalse) { #expect(!answers.contains("\"yes\""), "\(rule)") }
    }
  }

  @Test(arguments: 0..<100)
  func `a rule that never wins gives no answer`(seed: Int) throws {
    var random = RandomRules(seed: seed)
    let count = Int.random(in: 2...5, using: &random.random)
    let rules = (0..<count).map { index in
      "{ key = \"k\", priority = \(1000 - index), when = \(random.when()), value = \"\(index)\" },"
    }
    let answers = try Self.answers(rules)
    for finding in try Self.findings(rules)
    where [.subsumedRule, .shadowedRule, .unreachableRule, .duplicateRule].contains(finding.code) {
      let index = try #require(finding.location.line) - 2
      #expect(!answers.contains("\"\(index)\""), "\(rules.joined(separator: "\n")) \(finding)")
    }
  }

  @Test(arguments: 0..<150)
  func `a branch that is never reached gives no answer`(seed: Int) throws {
    var random = RandomRules(seed: seed)
    let lines = random.branches()
    let rules = ["{ key = \"k\", value = function(c)"] + lines + ["end },"]
    let answers = try Self.answers(rules)
    for finding in try Self.findings(rules) where finding.code == .unreachableBranch {
      // The first rule stands in line 2, and its function begins in line 3.
      let line = lines[try #require(finding.location.line) - 3]
      let given = line.split(separator: "\"").dropFirst().first.map(String.init) ?? line
      #expect(!answers.contains("\"\(given)\""), "\(rules.joined(separator: "\n")) \(finding)")
    }
  }

  @Test(arguments: 0..<150)
  func `what certainly fails does so in every context`(seed: Int) throws {
    var random = RandomRules(seed: seed)
    for _ in 0..<4 {
      let rule =
        "{ key = \"k\", value = function(c) return tostring(\(random.expression(depth: 3))) end },"
      let errors = try Self.findings([rule]).filter {
        $0.severity == .error && $0.code != .unknownMember
      }
      guard !errors.isEmpty else { continue }
      let answers = try Self.answers([rule])
      #expect(answers.allSatisfy { $0 == nil }, "\(rule) \(errors)")
    }
  }
}
