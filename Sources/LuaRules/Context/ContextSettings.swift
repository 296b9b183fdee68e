import Logging

/// Settings that few contexts have in addition to values and rules.
///
/// Copies of a context share them, so that a context is small and cheap to
/// copy.
struct ContextSettings: Sendable {
  private struct Content: Sendable {
    var errorHandler: ErrorHandler?
    var logger: Logger?
    var wantsTraceback = false
    var budgetCap: Budget?
    var remembered: RememberedAnswers?
  }

  private final class Box: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  private var box = Box(Content())

  private mutating func change(_ body: (inout Content) -> Void) {
    var content = box.content
    body(&content)
    box = Box(content)
  }

  /// Receives the errors of answers that cannot throw.
  var errorHandler: ErrorHandler? {
    get { box.content.errorHandler }
    set { change { $0.errorHandler = newValue } }
  }

  /// Receives errors and the output of rules; `nil` for a logger with the
  /// default label.
  var logger: Logger? {
    get { box.content.logger }
    set { change { $0.logger = newValue } }
  }

  /// Whether errors list the Lua calls that led to them.
  var wantsTraceback: Bool {
    get { box.content.wantsTraceback }
    set { change { $0.wantsTraceback = newValue } }
  }

  /// Limits in addition to those of the model.
  var budgetCap: Budget? {
    get { box.content.budgetCap }
    set { change { $0.budgetCap = newValue } }
  }

  /// Whether there is a cache of answers.
  var isRemembering: Bool { box.content.remembered != nil }

  /// The cache of the answers of earlier evaluations.
  var remembered: RememberedAnswers? {
    get { box.content.remembered }
    set { change { $0.remembered = newValue } }
  }
}
