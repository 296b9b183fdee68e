import LuaBridge
import LuaRules

// Checks for rules that must not hold at once.

extension Check {
  /// Finds two rules that can both hold for a key of which only one may, or which give different values
  /// to a key on which they must agree.
  mutating func checkOverlaps(_ candidates: [Candidate], of key: String, _ rules: CheckedRules) {
    let policy = schema.hitPolicy(of: key)
    switch policy {
    case .unique, .any: break
    case .first, .firstDeclared, .collect, .collectDeclared, .priority, .outputOrder, .sum,
      .minimum,
      .maximum, .count:
      return
    }
    let search = OverlapSearch(candidates, policy, rules, self)
    for overlap in search.find() { report(overlap, policy, key) }
    // Conditions of two models are not compared.
    let earlier = models[..<rules.number].lazy.compactMap { model in
      model.keys.first { $0.key.hasSameBytes(as: key) }?.candidates.first
    }.first
    if let earlier, let first = candidates.first {
      report(.init(earlier: earlier, later: first, proof: .undecided), policy, key)
    }
  }

  private mutating func report(_ overlap: OverlapSearch.Overlap, _ policy: HitPolicy, _ key: String)
  {
    let (first, second) = (overlap.earlier, overlap.later)
    // Whether two rules hold at once does not depend on the key.
    let isShared = policy == .unique
    let fact = OverlapFact(
      places: [first.rule.location, second.rule.location], cases: [first.cases, second.cases])
    guard !isShared || reportedOverlaps.insert(fact).inserted else { return }
    let conflict =
      isShared
      ? "and `\(key)` is unique" : "and give `\(key)` different values, which must agree"
    let hint = "let their conditions exclude one another"
    switch overlap.proof {
    case .context(let text):
      let context = text.isEmpty ? "in every context" : "where \(text)"
      add(
        .overlap, .warning, "this rule and another one hold \(context), \(conflict)",
        at: second.rule.location, fix: hint, related: [first.note("the other rule")],
        rule: second.rule, isOfAllKeys: isShared)
    case .trial(let failure):
      add(
        .overlap, .warning,
        "this rule and another one hold at once, \(conflict)\(example(of: failure))",
        at: second.rule.location, fix: hint, related: [first.note("the other rule")],
        rule: second.rule, isOfAllKeys: isShared)
    case .undecided:
      add(
        .overlap, .info,
        "it is not proved that this rule and another one exclude one another, \(conflict)",
        at: second.rule.location, fix: "\(hint) by tests that a plan can make",
        related: [first.note("the other rule")], rule: second.rule, isOfAllKeys: isShared)
    case .tooMany:
      add(
        .overlap, .info, "there are too many rules for `\(key)` to compare all pairs",
        at: second.rule.location, rule: second.rule)
    }
  }
}

/// That two rules hold at once.
struct OverlapFact: Hashable {
  let places: [SourceLocation]
  let cases: [[RuleCase]?]
}

extension HitPolicy {
  /// Whether the value of the key is made of the values of several rules.
  var joinsValues: Bool {
    switch self {
    case .first, .firstDeclared, .unique, .any: false
    case .collect, .collectDeclared, .priority, .outputOrder, .sum, .minimum, .maximum, .count: true
    }
  }
}
