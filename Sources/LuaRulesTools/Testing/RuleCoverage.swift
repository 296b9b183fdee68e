import LuaRules

/// The rules that tests reached, with their outcomes.
public struct RuleCoverage: Sendable {
  /// The rules, file by file, in the order of declaration.
  public private(set) var rules: [Rule] = []
  private var positions: [TrialRule.Identity: Int] = [:]

  /// A rule with the counts of its outcomes.
  public struct Rule: Sendable {
    /// The rule.
    public let reference: RuleID
    /// Whether the rule has a condition.
    public let isConditional: Bool
    /// The tables of its condition; `nil` if it has none.
    let pattern: String?
    /// How often the rule gave its key a value.
    public internal(set) var won = 0
    /// How often the rule held and its function declined.
    public internal(set) var declined = 0
    /// How often the rule did not hold.
    public internal(set) var passed = 0
    /// How often the rule failed.
    public internal(set) var failed = 0

    /// How often the rule was evaluated.
    public var tries: Int { won + declined + passed + failed }

    /// Whether the condition both held and did not hold in tests.
    public var isSeenBothWays: Bool { passed > 0 && won + declined > 0 }

    /// The gap in the tests of the rule, in words; `nil` if there is none.
    public var gap: String? {
      if tries == 0 { return "never reached" }
      if won + declined + failed == 0 { return "its condition never held" }
      if won == 0 { return failed > 0 ? "never won: it failed" : "never won: it declined" }
      if isConditional, passed == 0 { return "its condition always held" }
      return nil
    }
  }

  /// Adds the rules of a model, without outcomes.
  mutating func add(_ tested: [TrialRule]) {
    for rule in tested { _ = position(of: rule) }
  }

  /// Adds the outcomes of a model's rules, by the numbers of the rules.
  mutating func add(_ counts: [Int: CandidateLog.Counts], of tested: [TrialRule]) {
    for (number, count) in counts where tested.indices.contains(number) {
      let position = position(of: tested[number])
      rules[position].won += count.won
      rules[position].declined += count.declined
      rules[position].passed += count.passed
      rules[position].failed += count.failed
    }
  }

  private mutating func position(of rule: TrialRule) -> Int {
    if let known = positions[rule.identity] { return known }
    positions[rule.identity] = rules.count
    rules.append(
      Rule(
        reference: rule.outline.reference, isConditional: rule.outline.isConditional,
        pattern: rule.outline.pattern))
    return rules.count - 1
  }

  /// Returns a label for each rule: its place, key and name, with its condition where these are equal
  /// for several rules, as for those that a function made.
  static func labels(of rules: [Rule]) -> [String] {
    let names = rules.map { "\($0.reference)" }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(rules, names).map { rule, name in
      guard counts[name, default: 0] > 1, let pattern = rule.pattern else { return name }
      return "\(name) with `\(pattern)`"
    }
  }

  /// The files in order, each with its rules.
  public var files: [(path: String, rules: [Rule])] {
    var paths: [String] = []
    var byPath: [String: [Rule]] = [:]
    for rule in rules {
      let path = rule.reference.location.file
      if byPath[path] == nil { paths.append(path) }
      byPath[path, default: []].append(rule)
    }
    return paths.map { ($0, byPath[$0] ?? []) }
  }
}
