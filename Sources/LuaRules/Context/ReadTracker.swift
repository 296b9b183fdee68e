import LuaBridge

/// The keys of a context that an evaluation has read.
///
/// An answer depends on these keys only, unless the evaluation read something
/// that cannot be compared later. Then `isExact` is `false`, and the answer is
/// not cached.
struct ReadTracker {
  private(set) var keys: [KeyID] = []
  private(set) var isExact = true

  /// An answer that depends on more keys is not cached.
  private static var mostKeys: Int { 64 }

  /// Notes that a key was read, set or not.
  mutating func note(_ key: KeyID) {
    guard isExact, !keys.contains(key) else { return }
    if key.number == 0 || keys.count == Self.mostKeys {
      isExact = false
    } else {
      keys.append(key)
    }
  }

  /// Notes that a key was read, with its set value.
  ///
  /// A value that is not known to be immutable cannot be compared later.
  mutating func note(_ key: KeyID, _ value: SetValue) {
    guard isExact, !keys.contains(key) else { return }
    note(key)
    if isExact, !value.isImmutable { isExact = false }
  }

  /// Notes that the answer depends on something that is not set on the context.
  mutating func noteOther() { isExact = false }
}
