/// A key as a value: a name and a default.
///
/// ```swift
/// let retries = RuleKey("retries", default: 3)
/// try context.value(for: retries)
/// ```
public struct RuleKey<Value>: Sendable {
  let makeName: @Sendable () -> String
  let makeDefault: @Sendable () -> Value

  /// Whether the key's values are not to be printed.
  public let isSecret: Bool

  /// The name of the key in rules, JSON and error messages.
  public var name: String { makeName() }

  /// The value when nothing is set and no rule answers.
  public var defaultValue: Value { makeDefault() }

  /// Creates a key.
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    isSecret: Bool = false
  ) {
    self.isSecret = isSecret
    self.makeName = { name }
    self.makeDefault = defaultValue
  }

  /// Creates the value of a key that is written as a type.
  public init<Key: DynamicEnvironmentKey>(_ key: Key.Type) where Key.Value == Value {
    self.isSecret = Key.isSecret
    self.makeName = { Key.name }
    self.makeDefault = { Key.defaultValue }
  }
}

extension RuleKey: Hashable {
  /// Returns whether two keys have the same name, which makes them the same key.
  public static func == (left: RuleKey, right: RuleKey) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
