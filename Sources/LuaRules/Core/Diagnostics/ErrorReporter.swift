import Synchronization

/// The errors that were already reported for one generation of rules.
///
/// Contexts are created for every request. The record belongs to the rules, so
/// that a thousand contexts log an error once.
final class ErrorReporter: Sendable {
  private let reported = Mutex<Set<String>>([])

  /// How many distinct messages are remembered; further messages are not
  /// reported.
  static let capacity = 1000

  /// The record for contexts without rules.
  fileprivate static let withoutRules = ErrorReporter()

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

/// A handler of errors, which receives each distinct message once for each generation of rules.
///
/// The record belongs to the handler, because a handler that was set for one request must not miss an
/// error that another one has received.
final class ErrorHandler: Sendable {
  let body: @Sendable (RuleError) -> Void
  /// For each of the last generations, the record of its rules, and what the handler has received of it.
  private let received = Mutex<[(rules: ErrorReporter, own: ErrorReporter)]>([])

  /// How many generations are remembered.
  private static let capacity = 8

  init(_ body: @escaping @Sendable (RuleError) -> Void) { self.body = body }

  /// Hands on an error, unless it was handed on before for the same rules.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - rules: The records of the models that were asked.
  func report(_ error: RuleError, of rules: [ErrorReporter]) {
    let own = (rules.isEmpty ? [.withoutRules] : rules).map(record)
    if ErrorReporter.isNew(error, to: own) { body(error) }
  }

  private func record(of rules: ErrorReporter) -> ErrorReporter {
    received.withLock { received in
      if let known = received.first(where: { $0.rules === rules }) { return known.own }
      if received.count == Self.capacity { received.removeFirst() }
      let own = ErrorReporter()
      received.append((rules, own))
      return own
    }
  }
}
