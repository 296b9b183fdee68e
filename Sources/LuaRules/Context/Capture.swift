import Synchronization

/// What a copy of a context carries while a key path is applied to it.
///
/// An accessor returns a value and nothing else; an error, or the key behind
/// the accessor, is left here on the way.
final class Capture: Sendable {
  enum Purpose: Sendable {
    /// Keep the error that an accessor meets.
    case catching
    /// Keep the key, and ask no rules.
    case recording
  }

  private let purpose: Purpose
  private let caught = Mutex<(error: RuleError?, keys: [DeclaredKey])>((nil, []))
  private let settings = Mutex<[String]>([])

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// The first error.
  var error: RuleError? { caught.withLock { $0.error } }

  /// The key that was read; `nil` when there were several, which is no accessor of one.
  var recordedKey: DeclaredKey? {
    let keys = caught.withLock { $0.keys }
    return keys.allSatisfy { $0.name == keys[0].name } ? keys.first : nil
  }

  func note(_ error: RuleError) {
    caught.withLock { if $0.error == nil { $0.error = error } }
  }

  /// The names of the keys that were set.
  var setNames: [String] { settings.withLock { $0 } }

  func noteSetting(of name: String) {
    settings.withLock { $0.append(name) }
  }

  /// Keeps the key, when that is the purpose; then rules are not to be asked.
  func records(_ key: @autoclosure () -> DeclaredKey) -> Bool {
    guard purpose == .recording else { return false }
    let key = key()
    caught.withLock { $0.keys.append(key) }
    return true
  }
}
