import LuaBridge

/// A key as a value: a name and a default.
///
/// ```swift
/// let retries = RuleKey("retries", default: 3)
/// try context.value(for: retries)
/// ```
public struct RuleKey<Value>: Sendable {
  /// The number of the name; 0 if it has none.
  @usableFromInline let number: UInt32
  @usableFromInline let nameForm: NameForm
  @usableFromInline let makeDefault: @Sendable () -> Value
  /// Returns the value for errors; `nil` if the key declares none.
  @usableFromInline let makeValueOnError: @Sendable () -> Value?
  @usableFromInline let makeDescription: @Sendable () -> String?

  /// Whether the key's values must not be printed.
  public let isSecret: Bool

  /// How the rules of the key answer together.
  public let hitPolicy: HitPolicy

  /// The name of the key in rules, JSON and error messages.
  public var name: String { nameForm.text }

  /// The value if nothing is set and no rule answers.
  public var defaultValue: Value { makeDefault() }

  /// The value that accessors return after an error: what the key declares for it, else the default.
  public var valueOnError: Value { makeValueOnError() ?? makeDefault() }

  /// What the key means, for rule authors.
  public var description: String? { makeDescription() }

  /// Creates a key.
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    isSecret: Bool = false, hitPolicy: HitPolicy = .first, description: String? = nil
  ) {
    self.number = KeyNames.number(of: name)
    self.isSecret = isSecret
    self.hitPolicy = hitPolicy
    self.nameForm = .made { name }
    self.makeDefault = defaultValue
    self.makeValueOnError = { nil }
    self.makeDescription = { description }
  }

  /// Creates a key whose accessors return another value than the default after an error.
  ///
  /// See ``DynamicEnvironmentKey/valueOnError``.
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    onError valueOnError: @autoclosure @escaping @Sendable () -> Value,
    isSecret: Bool = false, hitPolicy: HitPolicy = .first, description: String? = nil
  ) {
    self.number = KeyNames.number(of: name)
    self.isSecret = isSecret
    self.hitPolicy = hitPolicy
    self.nameForm = .made { name }
    self.makeDefault = defaultValue
    self.makeValueOnError = { valueOnError() }
    self.makeDescription = { description }
  }

  /// Creates a key whose name is a string literal.
  ///
  /// This takes no lock, so an accessor may create its key whenever it is read:
  ///
  /// ```swift
  /// extension DynamicEnvironmentPaths {
  ///   var retries: Int { self[dynamic: RuleKey(literal: "retries", default: 3)] }
  /// }
  /// ```
  @inlinable public init(
    literal name: StaticString,
    default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    isSecret: Bool = false,
    hitPolicy: HitPolicy = .first,
    description: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    // A closure that returned the name would capture it, with an allocation on the heap.
    self.number = keyNumber(ofLiteral: name)
    self.isSecret = isSecret
    self.hitPolicy = hitPolicy
    self.nameForm = .literal(name)
    self.makeDefault = defaultValue
    self.makeValueOnError = { nil }
    self.makeDescription = description
  }

  /// Creates a key whose name is a string literal, and whose accessors return another value than the
  /// default after an error.
  @inlinable public init(
    literal name: StaticString,
    default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    onError valueOnError: @autoclosure @escaping @Sendable () -> Value,
    isSecret: Bool = false,
    hitPolicy: HitPolicy = .first,
    description: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    self.number = keyNumber(ofLiteral: name)
    self.isSecret = isSecret
    self.hitPolicy = hitPolicy
    self.nameForm = .literal(name)
    self.makeDefault = defaultValue
    self.makeValueOnError = { valueOnError() }
    self.makeDescription = description
  }

  /// Creates the value of a key that is written as a type.
  @inlinable public init<Key: DynamicEnvironmentKey>(_ key: Key.Type) where Key.Value == Value {
    // Inlined where the type is known: there the closures capture nothing.
    self.number = keyNumber(of: key)
    self.isSecret = Key.isSecret
    self.hitPolicy = Key.hitPolicy
    self.nameForm = .made { Key.name }
    self.makeDefault = { Key.defaultValue }
    self.makeValueOnError = { declaredValueOnError(of: Key.self) }
    self.makeDescription = {
      let description = Key.description
      return description.isEmpty ? nil : description
    }
  }

  var id: KeyID {
    number != 0 ? KeyID(number: number) : KeyID(name, 0)
  }
}

/// The form in which the name of a key is stored.
@usableFromInline enum NameForm: Sendable {
  case made(@Sendable () -> String)
  case literal(StaticString)

  var text: String {
    switch self {
    case .made(let make): make()
    case .literal(let text): text.description
    }
  }
}

/// Returns the value that a key type declares for errors, or `nil`.
@usableFromInline func declaredValueOnError<Key: DynamicEnvironmentKey>(
  of key: Key.Type
) -> Key.Value? {
  ErrorValueDeclaration.value(of: key)
}

/// Returns the number of a key's name, or 0.
@usableFromInline func keyNumber(of key: any DynamicEnvironmentKey.Type) -> UInt32 {
  KeyNames.number(of: key)
}

/// Returns the number of a string literal's name, or 0.
@usableFromInline func keyNumber(ofLiteral name: StaticString) -> UInt32 {
  KeyNames.number(ofLiteral: name)
}

extension RuleKey: Hashable {
  /// Returns whether two keys have the same name, which makes them the same key.
  public static func == (left: RuleKey, right: RuleKey) -> Bool {
    left.name.hasSameBytes(as: right.name)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteName(name))
  }
}
