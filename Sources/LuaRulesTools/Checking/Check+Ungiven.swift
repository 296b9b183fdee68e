import LuaRules

// Values that a key may have and no rule gives, where contexts are left without an answer.

extension Check {
  /// Reports a value that the type of a key lists and no rule gives, if no rule answers in some context.
  mutating func reportUngiven(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) {
    guard !schema.hasDefault(key), rules.number == 0,
      let ungiven = ungivenValues(candidates, of: key), !ungiven.isEmpty,
      let last = candidates.map(\.rule).max(by: { $0.declarationIndex < $1.declarationIndex }),
      !candidates.contains(where: \.isImpossible), mayLackAnswer(candidates, rules),
      trials?.lacksAnswer(key) == true
    else { return }
    let values = ungiven.map(\.literal).sorted().prefix(Self.mostUngiven)
    add(
      .uncoveredValue, .warning,
      "no rule for `\(key)` gives \(values.joined(separator: ", ")), and in some contexts none answers",
      at: last.location, fix: "add a rule that gives it, or one without a condition", rule: last)
  }

  /// Whether all candidates may fail to hold although no value is missing that they test.
  private func mayLackAnswer(_ candidates: [Candidate], _ rules: CheckedRules) -> Bool {
    let cases = candidates.flatMap { $0.cases ?? [] }
    guard cases.allSatisfy(\.relations.isEmpty) else { return false }
    var index = CoverIndex(
      counting: cases, rules.declared, share: rules.share(of: candidates))
    var present = RuleCase.always
    for (number, candidate) in candidates.enumerated() {
      for situation in candidate.cases ?? [] {
        index.add(situation, of: number)
        for variable in situation.domains.keys {
          _ = present.narrow(variable, to: ValueDomain(noneOf: [.nothing]))
        }
      }
    }
    return index.cover(present).isEmpty
  }

  /// How many values are told that no rule gives.
  private static let mostUngiven = 8

  /// Returns the values that the type of a key lists and no rule gives; `nil` if it lists none, or if that is
  /// not known.
  func ungivenValues(_ candidates: [Candidate], of key: String) -> Set<TestedValue>? {
    guard case .enumeration = schema.type(of: key)?.present,
      let listed = schema.type(of: key)?.present.listedValues
    else { return nil }
    var given: Set<TestedValue> = []
    for candidate in candidates {
      guard case .constant(let value) = candidate.rule.outcome, let value = TestedValue(value)
      else {
        return nil
      }
      given.insert(value)
    }
    return Set(listed).subtracting(given)
  }
}
