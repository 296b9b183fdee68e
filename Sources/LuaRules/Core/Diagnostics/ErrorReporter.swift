import Synchronization

/// The errors that were already logged for one generation of rules.
///
/// Contexts are created for every request. The record belongs to the rules, so
/// that a thousand contexts log an error once.
final class ErrorReporter: Sendable {
  private let reported = Mutex<Set<String>>([])

  /// How many distinct messages are remembered; further messages are not
  /// logged.
  static let capacity = 1000

  /// The record for contexts without rules.
  private static let withoutRules = ErrorReporter()

  /// Notes an error in several records; returns whether it is new to at least
  /// one.
  static func isNew(_ error: RuleError, to reporters: [ErrorReporter]) -> Bool {
    let text = error.description
    let all = reporters.isEmpty ? [withoutRules] : reporters
    return all.reduce(false) { $1.insert(text) || $0 }
  }

  private func insert(_ text: String) -> Bool {
    reported.withLock { $0.count < Self.capacity && $0.insert(text).inserted }
  }
}
