import LuaRules
import Synchronization

/// Keeps what `onError` receives.
final class ErrorLog: Sendable {
  private let errors = Mutex<[RuleError]>([])
  var all: [RuleError] { errors.withLock { $0 } }
  func add(_ error: RuleError) { errors.withLock { $0.append(error) } }
}
