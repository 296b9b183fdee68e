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

  /// Puts the value for a key into a place, if it is at hand; by default nothing is.
  ///
  /// Accessors try this first, as it is not generic. What is put there is what
  /// ``dynamicValue(for:)`` would return.
  func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber)
}

extension DynamicEnvironmentPaths {
  /// Puts nothing there, so that ``dynamicValue(for:)`` is called.
  public func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) {}
}

/// The historical spelling of ``DynamicEnvironmentPaths``.
public typealias DynamicEnvironmentPathes = DynamicEnvironmentPaths

extension DynamicEnvironmentPaths {
  /// The value for a key that is written as a type; cannot be set.
  @inlinable public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value {
    VacantPlace.filled(Key.Value.self) { fill($0, withValueOf: KeyNumber(key)) }
      ?? dynamicValue(for: RuleKey(key))
  }

  /// The value for a key that is written as a type.
  @inlinable public subscript<Key: DynamicEnvironmentKey>(dynamic key: Key.Type) -> Key.Value
  where Key.Value: Sendable {
    get {
      VacantPlace.filled(Key.Value.self) { fill($0, withValueOf: KeyNumber(key)) }
        ?? dynamicValue(for: RuleKey(key))
    }
    set { setDynamicValue(newValue, for: RuleKey(key)) }
  }

  /// The value for a key; cannot be set.
  @inlinable public subscript<Value>(dynamic key: RuleKey<Value>) -> Value {
    // Inlined where the type is known, also into an accessor that makes its key.
    @inline(__always) get {
      VacantPlace.filled(Value.self) { fill($0, withValueOf: KeyNumber(key)) }
        ?? dynamicValue(for: key)
    }
  }

  /// The value for a key.
  @inlinable public subscript<Value: Sendable>(dynamic key: RuleKey<Value>) -> Value {
    @inline(__always) get {
      VacantPlace.filled(Value.self) { fill($0, withValueOf: KeyNumber(key)) }
        ?? dynamicValue(for: key)
    }
    set { setDynamicValue(newValue, for: key) }
  }
}
