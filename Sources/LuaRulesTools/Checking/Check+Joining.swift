import LuaBridge
import LuaRules

// Findings that only say once more what another one says.

extension Check {
  /// Tells that a condition always or never holds at the test in it that makes it so, and not at all
  /// beside a comparison that is told.
  mutating func joinFindingsOfConditions() {
    let told = findings.indices.filter { findings[$0].isOfCondition }
    guard !told.isEmpty else { return }
    let reasons = Dictionary(
      grouping: findings.indices.filter { findings[$0].mayDecideCondition }
    ) { findings[$0].location }
    guard !reasons.isEmpty else { return }
    let conditions = functionsOfConditions
    var known: [ConditionFunction: [Int]] = [:]
    var superfluous: Set<Int> = []
    for index in told {
      let finding = findings[index]
      guard let rule = finding.rule else { continue }
      let functions = conditions[rule] ?? []
      // A rule has the conditions of its groups, too.
      let own = functions.filter { $0.contains(finding.location) }
      guard !own.isEmpty || functions.count == 1 && finding.location == rule else { continue }
      let inside = (own.isEmpty ? functions : own).flatMap { function in
        let found =
          known[function]
          ?? function.lines.flatMap { line in
            reasons[SourceLocation(file: function.file, line: line)] ?? []
          }
        known[function] = found
        return found
      }
      guard !inside.isEmpty, !inside.contains(where: { findings[$0].location == finding.location })
      else { continue }
      let tests = inside.filter { findings[$0].code == .decidedTest }
      superfluous.insert(index)
      guard tests.count == inside.count, let test = tests.first, tests.count == 1 else { continue }
      replaceFinding(test, with: finding.joined(to: findings[test]))
    }
    removeFindings(superfluous)
  }

  /// Takes back that rules tie or overlap where only the types show that one of them can never hold, or what
  /// one of them reads is given by a rule that can never hold.
  mutating func removeTiesOfRulesThatNeverHold() {
    let neverHolding = rulesThatNeverHold
    guard !neverHolding.isEmpty else { return }
    let ties = Set(
      findings.lazy.filter(\.isOfTwoRules).flatMap { [$0.rule] + $0.related.map(\.location) })
    let rules = models.flatMap(\.model.rules)
    let keys = Set(
      rules.lazy.filter { neverHolding.contains($0.location) }.map { ByteName($0.key) })
    let doubtful = Set(
      rules.filter { ties.contains($0.location) && reads($0, anyOf: keys) }.map(\.location))
    func isExcluded(_ rule: SourceLocation) -> Bool {
      neverHolding.contains(rule) || doubtful.contains(rule)
    }
    _ = takeBack { finding in
      guard finding.isOfTwoRules, let rule = finding.rule else { return false }
      let others = finding.related.compactMap(\.location)
      return isExcluded(rule) || !others.isEmpty && others.allSatisfy(isExcluded)
    }
  }

  /// The functions that are conditions of rules, by the places of the rules.
  private var functionsOfConditions: [SourceLocation: Set<ConditionFunction>] {
    var functions: [SourceLocation: Set<ConditionFunction>] = [:]
    for model in models.map(\.model) {
      for rule in model.rules {
        for case .function(let function) in rule.conditions {
          guard let code = model.code.functions[function.number]?.code else { continue }
          functions[rule.location, default: []].insert(
            ConditionFunction(
              file: function.location.file, lines: code.lineDefined...code.lastLineDefined))
        }
      }
    }
    return functions
  }

  private struct ConditionFunction: Hashable {
    let file: String
    let lines: ClosedRange<Int>

    func contains(_ place: SourceLocation) -> Bool {
      place.file == file && place.line.map { lines.contains($0) } ?? false
    }
  }
}

extension RuleFinding {
  fileprivate var isOfCondition: Bool {
    severity == .warning && (code == .alwaysTrue || code == .alwaysFalse)
  }

  fileprivate var isOfTwoRules: Bool { code == .tie || code == .overlap }

  fileprivate var mayDecideCondition: Bool {
    [.decidedTest, .impossibleComparison, .nullComparison].contains(code)
  }

  /// Returns the finding of a condition at the place of the only test that is decided in it.
  fileprivate func joined(to test: RuleFinding) -> RuleFinding {
    var finding = self
    finding.location = test.location
    // What the test rests on is part of what the condition rests on.
    if !message.contains("; ") { finding.message += ": \(test.message)" }
    return finding
  }
}
