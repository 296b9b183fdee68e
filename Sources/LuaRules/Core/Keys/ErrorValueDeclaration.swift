import Synchronization

/// Whether a key type declares `valueOnError` itself.
///
/// Swift cannot say whether a type uses the default implementation of a protocol, so that
/// implementation notes that it was called.
enum ErrorValueDeclaration {
  @TaskLocal private static var probe: Probe?

  private final class Probe: Sendable {
    let key: ObjectIdentifier
    let isDefault = Atomic(false)

    init(_ key: Any.Type) { self.key = ObjectIdentifier(key) }
  }

  /// Returns the value that a key declares for errors; `nil` if it declares none.
  static func value<Key: DynamicEnvironmentKey>(of key: Key.Type) -> Key.Value? {
    let probe = Probe(key)
    let value = $probe.withValue(probe) { key.valueOnError }
    return probe.isDefault.load(ordering: .relaxed) ? nil : value
  }

  /// Notes that the default implementation gives the value of a key.
  static func noteDefault(of key: Any.Type) {
    guard let probe, probe.key == ObjectIdentifier(key) else { return }
    probe.isDefault.store(true, ordering: .relaxed)
  }
}
