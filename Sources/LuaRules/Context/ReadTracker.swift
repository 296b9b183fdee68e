import LuaBridge

/// The keys of a context that an evaluation has read.
///
/// An answer depends on nothing else, unless something was read that nobody can
/// compare later: then it is not to be remembered.
struct ReadTracker {
  private(set) var keys: [KeyID] = []
  private(set) var isExact = true

  /// An answer that depends on more is not remembered.
  private static var mostKeys: Int { 64 }

  /// Notes that a key was read, or was found not to be set.
  mutating func note(_ key: KeyID) {
    guard isExact, !keys.contains(key) else { return }
    if key.number == 0 || keys.count == Self.mostKeys {
      isExact = false
    } else {
      keys.append(key)
    }
  }

  /// Notes what of a key was read: a value that may be another one the next time
  /// cannot be compared.
  mutating func note(_ key: KeyID, of type: Any.Type) {
    note(key)
    if isExact, !Immutability.isKnown(of: type) { isExact = false }
  }

  /// Notes that the answer depends on what is not set on the context.
  mutating func noteOther() { isExact = false }
}
