/// The work limit of a search for a counterfactual, independent of the rules.
///
/// A step is a test, a rule, or a part of a value that is copied.
struct CounterfactualWork {
  private(set) var left: Int

  init(_ steps: Int) { left = steps }

  /// Whether no work is left.
  var isExhausted: Bool { left <= 0 }

  /// Spends steps; returns whether there were enough.
  mutating func spend(_ steps: Int) -> Bool {
    left -= min(left, max(1, steps))
    return left > 0
  }
}
