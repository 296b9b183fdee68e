/// How much looking for a flip may take, whatever the rules are.
///
/// A step is a test, a rule, or a part of a value that is copied.
struct FlipWork {
  private(set) var left: Int

  init(_ steps: Int) { left = steps }

  /// Whether there is nothing left.
  var isExhausted: Bool { left <= 0 }

  /// Takes steps; returns whether there were enough.
  mutating func spend(_ steps: Int) -> Bool {
    left -= min(left, max(1, steps))
    return left > 0
  }
}
