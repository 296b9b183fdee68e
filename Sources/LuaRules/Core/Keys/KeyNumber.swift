/// The number that stands for a key's name in this process.
@usableFromInline struct KeyNumber: Sendable {
  /// The number; 0 for a name without a number.
  @usableFromInline let number: UInt32
  /// Whether values of the key must not be printed.
  @usableFromInline let isSecret: Bool
  /// How the caller wants the rules of the key to answer together.
  @usableFromInline let hitPolicy: HitPolicy

  init(number: UInt32) {
    self.number = number
    isSecret = false
    hitPolicy = .first
  }

  /// Looks up the number of a key that is written as a type, or assigns one.
  @inlinable init<Key: DynamicEnvironmentKey>(_ key: Key.Type) {
    number = keyNumber(of: key)
    isSecret = key.isSecret
    hitPolicy = key.hitPolicy
  }

  /// Creates the number of a key.
  @inlinable init<Value>(_ key: RuleKey<Value>) {
    number = key.number
    isSecret = key.isSecret
    hitPolicy = key.hitPolicy
  }
}
