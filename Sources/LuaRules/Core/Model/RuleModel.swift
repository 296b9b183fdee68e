import LuaBridge

/// An immutable set of rules, compiled from sources, perhaps with fallbacks.
///
/// Loading runs the rule files once, checks their rules and puts the candidates
/// of each key into their order; asking never sorts. A model is a value: it can
/// be copied, kept and asked from any thread.
public struct RuleModel: Sendable {
  /// Keeps the content; a copy retains nothing else.
  let owner: (any AnyObject & Sendable)?
  /// The models that are asked; `nil` for none.
  ///
  /// INVARIANT: the owner keeps it.
  let content: UnretainedReference<ModelContent>?
  /// Whether somebody is told of answers.
  let isObserved: Bool

  /// A model without rules.
  public static let empty = RuleModel()

  private init() {
    owner = nil
    content = nil
    isObserved = false
  }

  /// Creates a model that keeps its content itself.
  init(_ content: ModelContent) {
    self.init(content, keptBy: content)
  }

  /// Creates a model whose content belongs to another object.
  init(_ content: ModelContent, keptBy owner: any AnyObject & Sendable) {
    self.owner = owner
    self.content = UnretainedReference(content)
    isObserved = content.isObserved
  }

  /// What remembers the errors of the generations that answer now.
  var reporters: [ErrorReporter] {
    defer { withExtendedLifetime(owner) {} }
    return content?.with(\.reporters) ?? []
  }
}

/// What a rule model consists of: a ``ModelChain``, which only evaluation looks into.
///
/// INVARIANT: `@unchecked Sendable` because the only subclass has constants that are `Sendable`.
class ModelContent: @unchecked Sendable {
  /// Whether somebody is told of answers.
  let isObserved: Bool

  init(isObserved: Bool) {
    self.isObserved = isObserved
  }

  /// What remembers the errors of the generations that answer now.
  var reporters: [ErrorReporter] { [] }
}
