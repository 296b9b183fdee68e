// Every way of asking a context, for an environment as it is at this moment.

extension RuleEnvironment {
  /// Returns the value for a key; see ``RuleContext/value(for:)-(Key.Type)``.
  ///
  /// - Throws: ``RuleError``.
  @inlinable public func value<Key: DynamicEnvironmentKey>(
    for key: Key.Type
  ) throws(RuleError) -> Key.Value {
    try context.value(for: key)
  }

  /// Returns the value for a key.
  ///
  /// - Throws: ``RuleError``.
  @inlinable public func value<Value>(for key: RuleKey<Value>) throws(RuleError) -> Value {
    try context.value(for: key)
  }

  /// Returns the value at a key path that begins with an accessor, such as `\.todo.title`.
  ///
  /// - Throws: ``RuleError``.
  @inlinable @inline(__always)
  public func value<Value>(for path: KeyPath<RuleContext, Value>) throws(RuleError) -> Value {
    try context.value(for: path)
  }

  /// Returns the value at a name or a path of names; see ``RuleContext/value(at:as:)``.
  ///
  /// - Throws: ``RuleError``.
  @inlinable public func value<Value>(
    at path: String, as type: Value.Type = Value.self
  ) throws(RuleError) -> Value {
    try context.value(at: path, as: type)
  }

  /// Returns the value for a key, and where it came from.
  ///
  /// - Throws: ``RuleError``.
  @inlinable @inline(__always)
  public func answer<Value>(
    for accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> RuleAnswer<Value> {
    try context.answer(for: accessor)
  }

  /// Returns the value at a name or a path of names, and where it came from.
  ///
  /// - Throws: ``RuleError``.
  public func answer<Value>(
    at path: String, as type: Value.Type = Value.self
  ) throws(RuleError) -> RuleAnswer<Value> {
    try context.answer(at: path, as: type)
  }

  /// Returns the value at a name or a path of names as one line of JSON.
  ///
  /// - Throws: ``RuleError``.
  public func json(at path: String) throws(RuleError) -> String { try context.json(at: path) }

  /// The names of all values that are set here or above, in byte order.
  public var setNames: [String] { context.setNames }

  /// Whether a value, perhaps `nil`, is set for a name, here or above.
  public func isSet(_ name: String) -> Bool { context.isSet(name) }

  /// Whether what stands at a path is secret.
  public func isSecret(_ path: String) -> Bool { context.isSecret(path) }
}
