import LuaBridge
import LuaRules

/// A rule among the candidates of its key, with the cases in which it holds.
struct Candidate {
  let rule: InspectedRule
  /// By condition what it comes to; `nil` where that is too much to tell.
  let outcomes: [CaseSearch.Outcome?]
  /// The cases in which all conditions hold; `nil` where they are too many to tell.
  let cases: [RuleCase]?
  /// The only way on which all conditions hold, if there is one only.
  let onlyWay: CaseSearch.Way?

  init(_ rule: InspectedRule, closing close: (RuleCase) -> RuleCase?) {
    self.rule = rule
    outcomes = rule.conditions.map { CaseSearch.outcome(of: $0) }
    let known = outcomes.compactMap(\.self)
    let ways = known.count == outcomes.count ? CaseSearch.conjunction(known) : nil
    cases = ways.map { CaseSearch.merge($0.compactMap { close($0.situation) }) }
    onlyWay = ways.flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// Whether it holds whatever the context is.
  var isUnconditional: Bool { cases?.contains(where: \.isAlways) ?? false }

  /// Whether it can never hold.
  var isImpossible: Bool { cases?.isEmpty ?? false }

  /// Whether it can leave the answer to the next one.
  var canDecline: Bool {
    switch rule.outcome {
    case .constant(.nil), .host: true
    case .constant: false
    case .function(let function): function.canDecline
    }
  }

  /// Whether it certainly gives the same as another one.
  func givesSame(as other: Candidate) -> Bool {
    switch (rule.outcome, other.rule.outcome) {
    case (.constant(let left), .constant(let right)): left.isEqual(to: right)
    case (.host(let left), .host(let right)): left == right
    case (.function(let left), .function(let right)):
      left.identity == right.identity
    default: false
    }
  }

  /// Whether it has the same conditions as another one.
  func holdsExactly(when other: Candidate) -> Bool {
    guard let cases, let others = other.cases else { return false }
    return Set(cases) == Set(others)
  }

  /// Whether it only holds when another one does.
  func isInside(_ other: Candidate) -> Bool {
    guard let cases, let others = other.cases, cases.count * others.count <= 1024 else {
      return false
    }
    return cases.allSatisfy { situation in others.contains { situation.implies($0) } }
  }
}
