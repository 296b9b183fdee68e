public import LuaBridge

/// What typed accessors extend: everything that has values for keys.
///
/// ```swift
/// extension DynamicEnvironmentPaths {
///   var fancyColor: Color {
///     get { self[dynamic: FancyColorKey.self] }
///     set { self[dynamic: FancyColorKey.self] = newValue }
///   }
/// }
/// ```
///
/// A key whose value is not `Sendable` gets an accessor without `set`.
public protocol DynamicEnvironmentPaths {
  /// Returns the value for a key; never throws and never traps.
  func dynamicValue<Value>(for key: RuleKey<Value>) -> Value

  /// Sets the value for a key; it wins over every rule.
  mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>)

  /// Sets the value for a key by its number; by default it sets nothing.
  ///
  /// Accessors try this first, as no ``RuleKey`` has to be made for it.
  ///
  /// - Returns: Whether the value was set. If not, ``setDynamicValue(_:for:)`` is called.
  mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: KeyNumber) -> Bool

  /// Writes the value for a key into a place; by default it writes nothing.
  ///
  /// Accessors try this first, as it is not generic. What is written there is what
  /// ``dynamicValue(for:)`` would return, which is called where this leaves the question open.
  ///
  /// - Returns: Whether the place stays vacant because the value is the default of the key.
  func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) -> Bool
}

extension DynamicEnvironmentPaths {
  /// Sets nothing, so that ``setDynamicValue(_:for:)`` is called with the key itself.
  public mutating func setDynamicValue<Value: Sendable>(
    _ value: Value, for key: KeyNumber
  ) -> Bool { false }

  /// Writes nothing, so that ``dynamicValue(for:)`` is called.
  public func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) -> Bool { false }

  /// Returns the value that ``fill(_:withValueOf:)`` gives; `nil` where it leaves the question open.
  @inlinable @inline(__always)
  func filled<Value>(
    _ key: KeyNumber, else defaultValue: @autoclosure () -> Value
  ) -> Value? {
    var isDefault = false
    if let value = VacantPlace.filled(Value.self, by: { isDefault = fill($0, withValueOf: key) }) {
      return value
    }
    return isDefault ? defaultValue() : nil
  }
}

/// The historical spelling of ``DynamicEnvironmentPaths``.
public typealias DynamicEnvironmentPathes = DynamicEnvironmentPaths

extension DynamicEnvironmentPaths {
  /// The value for a key that is written as a type; cannot be set.
  @inlinable public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value {
    filled(KeyNumber(key), else: Key.defaultValue) ?? dynamicValue(for: RuleKey(key))
  }

  /// The value for a key that is written as a type.
  @inlinable public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value
  where Key.Value: Sendable {
    get { filled(KeyNumber(key), else: Key.defaultValue) ?? dynamicValue(for: RuleKey(key)) }
    set {
      if !setDynamicValue(newValue, for: KeyNumber(key)) {
        setDynamicValue(newValue, for: RuleKey(key))
      }
    }
  }

  /// The value for a key; cannot be set.
  @inlinable public subscript<Value>(dynamic key: RuleKey<Value>) -> Value {
    // Inlined where the type is known, also into an accessor that makes its key.
    @inline(__always) get {
      filled(KeyNumber(key), else: key.defaultValue) ?? dynamicValue(for: key)
    }
  }

  /// The value for a key.
  @inlinable public subscript<Value: Sendable>(dynamic key: RuleKey<Value>) -> Value {
    @inline(__always) get {
      filled(KeyNumber(key), else: key.defaultValue) ?? dynamicValue(for: key)
    }
    @inline(__always) set {
      if !setDynamicValue(newValue, for: KeyNumber(key)) { setDynamicValue(newValue, for: key) }
    }
  }
}
