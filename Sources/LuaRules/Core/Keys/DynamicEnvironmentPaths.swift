/// A type that has a value for each key, such as a context; typed accessors are properties in an
/// extension of this protocol.
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
/// A key whose value is not `Sendable` gets an accessor without `set`, because a set value may be read
/// on another thread.
public protocol DynamicEnvironmentPaths {
  /// Returns the value for a key, or its `valueOnError` after an error, which is reported; never throws
  /// and never traps.
  func dynamicValue<Value>(for key: RuleKey<Value>) -> Value

  /// Returns the value for a key that is written as a type.
  ///
  /// The default implementation calls the other function with the ``RuleKey`` of the type.
  func dynamicValue<Key: DynamicEnvironmentKey>(for key: Key.Type) -> Key.Value

  /// Returns the value for a key, for an accessor.
  ///
  /// The default implementation calls the function without the accessor.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - accessor: The name of the property that asks, which a schema compares with the name of the key.
  /// - Returns: The value.
  func dynamicValue<Value>(for key: RuleKey<Value>, accessor: String) -> Value

  /// Returns the value for a key that is written as a type, for an accessor.
  ///
  /// The default implementation calls the function without the accessor.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - accessor: The name of the property that asks, which a schema compares with the name of the key.
  /// - Returns: The value.
  func dynamicValue<Key: DynamicEnvironmentKey>(for key: Key.Type, accessor: String) -> Key.Value

  /// Sets the value for a key; it takes precedence over every rule.
  mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>)

  /// Sets the value for a key that is written as a type.
  ///
  /// The default implementation calls the other function with the ``RuleKey`` of the type.
  mutating func setDynamicValue<Key: DynamicEnvironmentKey>(_ value: Key.Value, for key: Key.Type)
  where Key.Value: Sendable
}

/// The historical spelling of ``DynamicEnvironmentPaths``.
public typealias DynamicEnvironmentPathes = DynamicEnvironmentPaths

extension DynamicEnvironmentPaths {
  /// Returns the value for the ``RuleKey`` of the type.
  @inlinable
  public func dynamicValue<Key: DynamicEnvironmentKey>(for key: Key.Type) -> Key.Value {
    dynamicValue(for: RuleKey(key))
  }

  /// Returns the value for the key, whatever the accessor is called.
  @inlinable
  public func dynamicValue<Value>(for key: RuleKey<Value>, accessor: String) -> Value {
    dynamicValue(for: key)
  }

  /// Returns the value for the key, whatever the accessor is called.
  @inlinable
  public func dynamicValue<Key: DynamicEnvironmentKey>(
    for key: Key.Type, accessor: String
  ) -> Key.Value {
    dynamicValue(for: key)
  }

  /// Sets the value for the ``RuleKey`` of the type.
  @inlinable
  public mutating func setDynamicValue<Key: DynamicEnvironmentKey>(
    _ value: Key.Value, for key: Key.Type
  ) where Key.Value: Sendable {
    setDynamicValue(value, for: RuleKey(key))
  }

  /// The value for a key that is written as a type; it cannot be set.
  ///
  /// `accessor` is the name of the property around it.
  @inlinable
  public subscript<Key: DynamicEnvironmentKey>(
    dynamic key: Key.Type, accessor: String = #function
  ) -> Key.Value {
    dynamicValue(for: key, accessor: accessor)
  }

  /// The value for a key that is written as a type.
  ///
  /// `accessor` is the name of the property around it.
  @inlinable
  public subscript<Key: DynamicEnvironmentKey>(
    dynamic key: Key.Type, accessor: String = #function
  ) -> Key.Value where Key.Value: Sendable {
    get { dynamicValue(for: key, accessor: accessor) }
    set { setDynamicValue(newValue, for: key) }
  }

  /// The value for a key; it cannot be set.
  ///
  /// `accessor` is the name of the property around it.
  @inlinable
  public subscript<Value>(
    dynamic key: RuleKey<Value>, accessor: String = #function
  ) -> Value {
    // Inlined where the type is known, even into an accessor that creates its key.
    @inline(__always) get { dynamicValue(for: key, accessor: accessor) }
  }

  /// The value for a key.
  ///
  /// `accessor` is the name of the property around it.
  @inlinable
  public subscript<Value: Sendable>(
    dynamic key: RuleKey<Value>, accessor: String = #function
  ) -> Value {
    @inline(__always) get { dynamicValue(for: key, accessor: accessor) }
    @inline(__always) set { setDynamicValue(newValue, for: key) }
  }
}
