import LuaRules

// Rules that must not answer at once, and do.

extension TriedRules {
  /// Two rules for one key that answer at once, although its hit policy forbids it.
  struct Overlap {
    let earlier: SourceLocation
    /// What fails, and when.
    let failure: Failure
  }

  /// How many evaluations are left to the search for failures.
  private static let leastLeft = mostEvaluations * 3 / 4

  /// Returns an overlap of a rule with one that is asked before it, as far as trials show it.
  ///
  /// - Parameters:
  ///   - later: The rule.
  ///   - ways: What contexts have in turn, because both rules may hold there.
  /// - Returns: The overlap; `nil` if no trial shows one.
  func overlap(of later: InspectedRule, ways: [[Setting]]) -> Overlap? {
    guard let loaded = load() else { return nil }
    for (index, values) in loaded.usualContexts(Self.contextCount).enumerated() {
      guard evaluationsLeft.failures > Self.leastLeft else { return nil }
      var values = values
      if index % 2 == 0, !ways.isEmpty {
        values = completed(values, ways[index / 2 % ways.count])
      }
      evaluationsLeft.failures -= costOfContext
      guard let context = try? loaded.trial.model.context(of: values) else { continue }
      loaded.round.number = index
      let calls = loaded.round.hostCalls
      guard let (number, error) = error(of: later.key, in: context), error.code == .hitPolicy,
        error.location == later.location, let earlier = error.notes.first?.location,
        loaded.round.hostCalls == calls
      else { continue }
      let attempt = Attempt(rule: later, number: number, loaded: loaded)
      return Overlap(earlier: earlier, failure: described(error, of: attempt, in: values))
    }
    return nil
  }
}
