import LuaBridge
import LuaRules

/// A rule among the candidates of its key, with the cases in which it holds.
struct Candidate {
  let rule: InspectedRule
  /// The outcome of each condition; `nil` if it is too complex to analyse.
  let outcomes: [CaseSearch.Outcome?]
  /// The cases in which all conditions hold; `nil` if there are too many.
  let cases: [RuleCase]?
  /// The only way in which all conditions hold; `nil` if there are none or
  /// several.
  let onlyWay: CaseSearch.Way?

  init(
    _ rule: InspectedRule, _ declared: DeclaredDomains, closing close: (RuleCase) -> RuleCase?
  ) {
    self.rule = rule
    outcomes = rule.conditions.map { CaseSearch.outcome(of: $0, declared) }
    let known = outcomes.compactMap(\.self)
    let ways = known.count == outcomes.count ? CaseSearch.conjunction(known) : nil
    cases = ways.map { ways in
      let possible = ways.compactMap { close($0.situation) }.filter { declared.allows($0) }
      return CaseSearch.merge(possible.map { declared.simplified($0) })
    }
    onlyWay = ways.flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// Whether the rule holds in every context.
  var isUnconditional: Bool { cases?.contains(where: \.isAlways) ?? false }

  /// Whether the rule can never hold.
  var isImpossible: Bool { cases?.isEmpty ?? false }

  /// Whether the rule can decline, so that the next candidate is evaluated.
  var canDecline: Bool {
    switch rule.outcome {
    case .constant(.nil), .host: true
    case .constant: false
    case .function(let function): function.canDecline
    }
  }

  /// Returns whether the rule always gives the same value as another rule.
  func givesSame(as other: Candidate) -> Bool {
    switch (rule.outcome, other.rule.outcome) {
    case (.constant(let left), .constant(let right)): left.isEqual(to: right)
    case (.host(let left), .host(let right)): left == right
    case (.function(let left), .function(let right)):
      left.identity == right.identity
    default: false
    }
  }

  /// Returns whether the rule has the same conditions as another rule.
  func holdsExactly(when other: Candidate) -> Bool {
    guard let cases, let others = other.cases else { return false }
    return Set(cases) == Set(others)
  }

  /// Returns whether the rule holds only if another rule holds.
  func isInside(_ other: Candidate) -> Bool {
    guard let cases, let others = other.cases, cases.count * others.count <= 1024 else {
      return false
    }
    return cases.allSatisfy { situation in others.contains { situation.implies($0) } }
  }
}
