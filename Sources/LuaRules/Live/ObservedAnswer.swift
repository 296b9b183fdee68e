/// An answer to a question from outside, as observers see it.
///
/// It is meant for the length of the call: what is kept of it is taken out.
public struct ObservedAnswer {
  /// The name, or the path of names, that was asked for.
  public let key: String

  /// The value, as who asked gets it, or the error.
  ///
  /// An error is here also where an accessor returns the default in its place.
  public let result: Result<Any, RuleError>

  /// What gave the value; `nil` after an error.
  public let source: RuleAnswerSource?

  /// The rule that gave the value; `nil` when no rule did.
  public let rule: RuleID?

  /// The generation of the live model whose rule answered, or else of the
  /// first live model that was asked; `nil` without one.
  public let generation: Int?

  /// How long the answer took, conversion included and observers not.
  public let duration: Duration

  /// The context that was asked.
  public let context: RuleContext

  /// How many questions this one stands for: the *N* of ``ObserverRegistration/Sampling/oneIn(_:)``.
  public internal(set) var weight = 1

  let trace: Trace
  /// Whether the value is a text of JSON already.
  let isJSON: Bool

  /// The value; `nil` after an error.
  public var value: Any? { try? result.get() }

  /// The error in place of a value.
  public var error: RuleError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The rules that gave a value on the way, that of the answer too, in byte order of their keys.
  ///
  /// - Complexity: O(*n* log *n*) for *n* keys that were computed, each time.
  public var winningRules: [RuleID] { trace.wins.map(\.reference) }

  /// The value as one line of JSON; a value that has no such form is a string
  /// that describes it, and `nil` after an error.
  public var json: String? {
    guard let value else { return nil }
    return ObservedText.json(of: value, isJSON: isJSON, at: key, in: context)
  }
}
