public import LuaBridge

/// A type with values for keys, which typed accessors extend.
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

  /// Sets the value for a key; it takes precedence over every rule.
  mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>)

  /// Fast path of ``setDynamicValue(_:for:)``: sets the value by the number of
  /// its key.
  ///
  /// Accessors try this first, because it needs no ``RuleKey``. By default it
  /// sets nothing.
  ///
  /// - Returns: Whether the value was set. If not, the accessor calls the other
  ///   function with a ``RuleKey``.
  mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: KeyNumber) -> Bool

  /// Fast path of ``dynamicValue(for:)``: writes the value for a key into
  /// uninitialized memory.
  ///
  /// Accessors try this first, because it is not generic. By default it writes
  /// nothing. It writes the value that ``dynamicValue(for:)`` would return, or
  /// nothing if it cannot decide; then the accessor calls
  /// ``dynamicValue(for:)``.
  ///
  /// - Returns: `true` if nothing is written because the value is the default
  ///   of the key.
  func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) -> Bool
}

extension DynamicEnvironmentPaths {
  /// Sets nothing, so that the accessor creates the ``RuleKey`` and sets the
  /// value with it.
  public mutating func setDynamicValue<Value: Sendable>(
    _ value: Value, for key: KeyNumber
  ) -> Bool { false }

  /// Writes nothing, so that ``dynamicValue(for:)`` is called.
  public func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) -> Bool { false }

  /// Returns the value that ``fill(_:withValueOf:)`` provides; `nil` if it
  /// cannot decide.
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
  /// The value for a key that is written as a type; it cannot be set.
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

  /// The value for a key; it cannot be set.
  @inlinable public subscript<Value>(dynamic key: RuleKey<Value>) -> Value {
    // Inlined where the type is known, even into an accessor that creates its key.
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
