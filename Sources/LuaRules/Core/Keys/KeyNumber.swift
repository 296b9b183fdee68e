/// The number that stands for a key's name in this process.
@usableFromInline struct KeyNumber: Sendable {
  /// The number; 0 for a name without a number.
  @usableFromInline let number: UInt32
  /// Whether values of the key must not be printed.
  @usableFromInline let isSecret: Bool

  init(number: UInt32) {
    self.number = number
    isSecret = false
  }

  /// Looks up the number of a key that is written as a type, or assigns one.
  @inlinable init(_ key: any DynamicEnvironmentKey.Type) {
    number = keyNumber(of: key)
    isSecret = key.isSecret
  }

  /// Creates the number of a key.
  @inlinable init<Value>(_ key: RuleKey<Value>) {
    number = key.number
    isSecret = key.isSecret
  }

  /// The number to ask a key by: 0, which leads to the slow path, if its rules answer together.
  @inlinable init<Key: DynamicEnvironmentKey>(asking key: Key.Type) {
    number = key.hitPolicy.isFirst ? keyNumber(of: key) : 0
    isSecret = key.isSecret
  }

  /// The number to ask a key by: 0, which leads to the slow path, if its rules answer together.
  @inlinable init<Value>(asking key: RuleKey<Value>) {
    number = key.hitPolicy.isFirst ? key.number : 0
    isSecret = key.isSecret
  }
}
