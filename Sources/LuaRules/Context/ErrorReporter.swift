import Logging
import Synchronization

/// Logs each distinct error once.
final class ErrorReporter: Sendable {
  private let reported = Mutex<Set<String>>([])

  /// How many distinct messages are remembered; further ones are logged no more.
  static let capacity = 1000

  func report(_ error: RuleError, to logger: Logger) {
    let text = error.description
    let isNew = reported.withLock { texts in
      texts.count < Self.capacity && texts.insert(text).inserted
    }
    if isNew { logger.error("\(text)") }
  }
}
