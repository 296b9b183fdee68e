import LuaRules

/// The result of mutation testing: small changes to the rules, made one at a
/// time.
///
/// A change that no test notices is a mistake that the author could make
/// without noticing it.
public struct RuleMutation: Sendable {
  /// The changes that no test notices, in the order of the rules.
  public private(set) var unnoticed: [Mutant] = []

  /// How many changes at least one test notices.
  public private(set) var noticedCount = 0

  /// How many changes were not tried because of the time limit.
  public private(set) var skippedCount = 0

  /// A change to one rule.
  public struct Mutant: Sendable {
    /// The rule.
    public let rule: RuleID
    /// The changed rule in words: `without the rule`.
    public let change: String
    /// Whether any test reaches the rule.
    public let isReached: Bool
  }

  /// Identifies a change, whichever files test the rule.
  private struct Identity: Hashable {
    var rule: TrialRule.Identity
    /// The rule that is tried first after the change; `nil` if the order stays the same.
    var next: TrialRule.Identity?
    /// The change in words; empty if it is told by the next rule.
    var text: String

    init(_ mutant: RuleMutant, of rules: [TrialRule]) {
      rule = rules[mutant.rule].identity
      // Read once: on two reads the optimizer of Swift 6.3 ends in a build for tests.
      let next = mutant.next
      self.next = next.map { rules[$0].identity }
      text = next == nil ? mutant.text : ""
    }
  }

  /// Tries changes until all are tried, or until the time limit.
  ///
  /// Tests that fail without any change give no information, and are left out.
  init(
    _ tests: RuleTests, matching filter: [String], timeLimit: Duration,
    progress: (Int, Int) -> Void
  ) throws {
    let end = ContinuousClock.now + timeLimit
    var order: [(Identity, Mutant)] = []
    var states: [Identity: MutationBaseline.Verdict] = [:]
    let baselines = try MutationBaseline.all(of: tests, matching: filter)
    let total = baselines.reduce(0) { $0 + $1.mutants.count }
    var done = 0
    for var baseline in baselines {
      let rules = baseline.rules
      for mutant in baseline.mutants {
        let identity = Identity(mutant, of: rules)
        let known = states[identity]
        if known == nil {
          let rule = rules[mutant.rule].outline.reference
          order.append((identity, Mutant(rule: rule, change: mutant.text, isReached: false)))
        }
        if known != .noticed {
          let state = try baseline.judge(mutant, until: end)
          if state != .unreached || known == nil { states[identity] = state }
        }
        done += 1
        progress(done, total)
      }
    }
    for (identity, mutant) in order {
      switch states[identity] {
      case .noticed: noticedCount += 1
      case .skipped: skippedCount += 1
      case .unnoticed, .unreached, nil:
        unnoticed.append(
          Mutant(
            rule: mutant.rule, change: mutant.change,
            isReached: states[identity] == .unnoticed))
      }
    }
  }
}

extension RuleTests {
  /// Changes the rules in small ways, one at a time, and finds the changes that
  /// no test notices.
  ///
  /// A rule is removed, its condition is negated, one entry of its pattern is
  /// removed, its constant is replaced, or it is moved behind the next
  /// candidate. Rules of fallbacks are not changed.
  ///
  /// - Parameters:
  ///   - filter: Which tests are run; see ``run(matching:wantsCoverage:)``.
  ///   - timeLimit: How long changes are tried.
  ///   - progress: Receives the number of tried changes, and the number of all
  ///     changes.
  /// - Returns: The changes that no test notices.
  /// - Throws: `RuleError` if a further Lua state cannot be created.
  public func mutate(
    matching filter: [String] = [], timeLimit: Duration = .seconds(60),
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> RuleMutation {
    try RuleMutation(self, matching: filter, timeLimit: timeLimit, progress: progress)
  }
}

extension RuleMutation {
  /// The report for people; several lines, without a final line break.
  public var text: String {
    let count = noticedCount + unnoticed.count
    var lines = [
      "\(noticedCount) of \(count) changes to the rules are noticed"
        + (skippedCount > 0 ? "; \(skippedCount) more were not tried in time" : "")
    ]
    var told: Set<RuleID> = []
    let unreached = Dictionary(grouping: unnoticed.lazy.filter { !$0.isReached }, by: \.rule)
    for mutant in unnoticed {
      if mutant.isReached {
        lines.append("  \(mutant.rule): \(mutant.change)")
      } else if told.insert(mutant.rule).inserted {
        let count = unreached[mutant.rule]?.count ?? 0
        let changes = count == 1 ? "1 change" : "\(count) changes"
        lines.append("  \(mutant.rule): \(changes), but no test that passes reaches it")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The report as one line of JSON.
  public var json: String { report.json }

  var report: LuaValue {
    .object([
      "noticed": .count(noticedCount), "skipped": .count(skippedCount),
      "unnoticed": .list(
        unnoticed.map { mutant in
          .object([
            "change": .string(mutant.change), "isReached": .boolean(mutant.isReached),
            "key": .string(mutant.rule.key), "place": .place(mutant.rule.location),
            "rule": .text(mutant.rule.name),
          ])
        }),
    ])
  }
}
