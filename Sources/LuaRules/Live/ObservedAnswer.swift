/// An answer to a question from outside, for observers.
///
/// It is valid during the call of the observer; copy what must be kept.
public struct ObservedAnswer {
  /// The name, or the path of names, of the question.
  public let key: String

  /// The value that the caller gets, or the error.
  ///
  /// The error is here even if an accessor returns the key's `valueOnError` in its place.
  public let result: Result<Any, RuleError>

  /// Where the value came from; `nil` after an error.
  public let source: RuleAnswerSource?

  /// The rule that gave the value; `nil` if no rule did.
  public let rule: RuleID?

  /// The generation of the live model whose rule answered, else that of the
  /// first live model in the chain; `nil` if there is none.
  public let generation: Int?

  /// The time for the answer, including conversion but not observers.
  public let duration: Duration

  /// The context that was asked.
  public let context: RuleContext

  /// How many answers this one stands for: the *N* of ``ObserverRegistration/Sampling/oneIn(_:)``.
  public internal(set) var weight = 1

  let trace: Trace
  /// Whether the value is already JSON text.
  let isJSON: Bool

  /// The value; `nil` after an error.
  public var value: Any? { try? result.get() }

  /// The error in place of a value.
  public var error: RuleError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// All rules that gave a value for the answer, nested ones too, in byte order of their keys.
  ///
  /// - Complexity: O(*n* log *n*) for *n* keys that were computed, each time.
  public var winningRules: [RuleID] { trace.wins.map(\.reference) }

  /// The value as one line of JSON; if it has no JSON form, a string
  /// that describes it; `nil` after an error.
  public var json: String? {
    guard let value else { return nil }
    return ObservedText.json(of: value, isJSON: isJSON, at: key, in: context)
  }
}
