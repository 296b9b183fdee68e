import LuaBridge

/// The condition of a rule that is written in Swift.
///
/// Predicates are made with operators over key paths, such as
/// `\.todo?.priority == .low`, or from a closure, and combined with `&&`, `||`
/// and `!`.
public struct RulePredicate: Sendable {
  let form: Form

  /// The tests that a predicate consists of.
  indirect enum Form: Sendable {
    case test(RuleTest)
    case not(Form)
    case all([Form])
    case any([Form])
  }

  init(_ form: Form) {
    self.form = form
  }

  init(_ test: RuleTest) {
    form = .test(test)
  }

  /// Creates a predicate from a closure.
  ///
  /// It counts as one condition, whatever the closure tests. An error of an
  /// accessor inside of the closure fails the evaluation, and so does an error
  /// that the closure throws.
  public init(_ holds: @escaping @Sendable (RuleContext) throws -> Bool) {
    form = .test(RuleTest(reading: [], .closure(holds)))
  }
}

extension RulePredicate.Form {
  /// Calls `body` with each test.
  func forEachTest(_ body: (RuleTest) -> Void) {
    switch self {
    case .test(let test): body(test)
    case .not(let form): form.forEachTest(body)
    case .all(let forms), .any(let forms): for form in forms { form.forEachTest(body) }
    }
  }
}
