import LuaBytecode
import LuaRules

// Values that are said to be missing where a rule uses them, which trials may refute.

extension Check {
  /// Takes back that values may be missing where trials show that the rule does not fail without them.
  ///
  /// The rule is tried for failures then, as all those of which nothing is told.
  mutating func takeBackMissing(in rules: CheckedRules) {
    guard let trials, trials.findsFailures, rules.number == 0 else { return }
    let claims = findings.filter { $0.missing != nil }
    guard !claims.isEmpty, trials.load() != nil else { return }
    let rulesByPlace = Dictionary(grouping: rules.model.rules, by: \.location)
    let rulesByKey = trials.rulesByKey
    var wrong: Set<RuleFinding> = []
    for claim in claims {
      guard let missing = claim.missing, let place = claim.rule,
        let rule = rulesByPlace[place], rule.count == 1, !isAssigned(missing.path),
        canBeMade(rule[0].key, rulesByKey),
        trials.copes(rule[0], without: missing)
      else { continue }
      wrong.insert(claim)
    }
    if !wrong.isEmpty { _ = takeBack { wrong.contains($0) } }
  }
}

extension TypeFault {
  /// Returns the value of the context that may be missing; `nil` if it is none, or not known.
  ///
  /// - Complexity: O(*n*) for *n* instructions.
  func missingValue(in code: CompiledFunction, _ places: TypePlaces) -> RuleFinding.MissingValue? {
    guard place != 0, !isOfElement, !endsLoop else { return nil }
    return places.pathByElements(to: place).map { path in
      let isOwn = inner == nil && call == nil && !isInside
      return .init(
        path: path, isAlwaysUsed: isOwn && !code.comesToEnd(without: position),
        isUsedInside: isInside)
    }
  }
}
