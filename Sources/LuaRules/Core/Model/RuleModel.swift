import LuaBridge

/// An immutable set of rules, compiled from sources, perhaps with fallbacks.
///
/// Loading runs the rule files once, checks their rules and sorts the
/// candidates of each key; an evaluation never sorts. A model is a value: it
/// can be copied, stored and evaluated from any thread.
public struct RuleModel: Sendable {
  /// Keeps the content alive; a copy of the model retains nothing else.
  let owner: (any AnyObject & Sendable)?
  /// The models that are evaluated; `nil` for none.
  ///
  /// INVARIANT: the owner keeps it alive.
  let content: UnretainedReference<ModelContent>?
  /// Whether an observer is notified of answers.
  let isObserved: Bool

  /// A model without rules.
  public static let empty = RuleModel()

  private init() {
    owner = nil
    content = nil
    isObserved = false
  }

  /// Creates a model that owns its content.
  init(_ content: ModelContent) {
    self.init(content, keptBy: content)
  }

  /// Creates a model whose content is kept alive by another object.
  init(_ content: ModelContent, keptBy owner: any AnyObject & Sendable) {
    self.owner = owner
    self.content = UnretainedReference(content)
    isObserved = content.isObserved
  }

  /// The records of logged errors, for the generations that answer now.
  var reporters: [ErrorReporter] {
    defer { withExtendedLifetime(owner) {} }
    return content?.with(\.reporters) ?? []
  }
}

/// The content of a rule model: a ``ModelChain``, whose details only the
/// evaluation knows.
///
/// INVARIANT: `@unchecked Sendable` because the only subclass has constants that are `Sendable`.
class ModelContent: @unchecked Sendable {
  /// Whether an observer is notified of answers.
  let isObserved: Bool

  init(isObserved: Bool) {
    self.isObserved = isObserved
  }

  /// The records of logged errors, for the generations that answer now.
  var reporters: [ErrorReporter] { [] }
}
