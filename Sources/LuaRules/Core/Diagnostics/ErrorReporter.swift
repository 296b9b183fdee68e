import Synchronization

/// Remembers which errors of one generation of rules were logged.
///
/// Contexts are made for every request; what they met is kept with the rules,
/// so that a thousand contexts log an error once.
final class ErrorReporter: Sendable {
  private let reported = Mutex<Set<String>>([])

  /// How many distinct messages are remembered; further ones are logged no more.
  static let capacity = 1000

  /// Remembers the errors of contexts without rules.
  private static let withoutRules = ErrorReporter()

  /// Notes an error with the rules of a chain; returns whether it is new to any.
  static func isNew(_ error: RuleError, to reporters: [ErrorReporter]) -> Bool {
    let text = error.description
    let all = reporters.isEmpty ? [withoutRules] : reporters
    return all.reduce(false) { $1.insert(text) || $0 }
  }

  private func insert(_ text: String) -> Bool {
    reported.withLock { $0.count < Self.capacity && $0.insert(text).inserted }
  }
}
