public import LuaBridge

extension RuleContext: DynamicEnvironmentPaths {
  /// Returns the value for a key; on an error, reports it and returns the key's `valueOnError`.
  @inlinable @inline(__always)
  public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
    filled(KeyNumber(key), else: key.defaultValue, onError: key.valueOnError)
      ?? slowValueOrDefault(key)
  }

  /// Returns the value for a key; on an error, reports it and returns the key's `valueOnError`.
  @inlinable @inline(__always)
  public func dynamicValue<Key: DynamicEnvironmentKey>(for key: Key.Type) -> Key.Value {
    filled(KeyNumber(key), else: Key.defaultValue, onError: Key.valueOnError)
      ?? slowValueOrDefault(RuleKey(key))
  }

  /// Returns the value for a key, for an accessor; on an error, reports it and returns the key's `valueOnError`.
  @inlinable @inline(__always)
  public func dynamicValue<Value>(for key: RuleKey<Value>, accessor: String) -> Value {
    filled(KeyNumber(key), else: key.defaultValue, onError: key.valueOnError)
      ?? slowValueOrDefault(key, accessor)
  }

  /// Returns the value for a key, for an accessor; on an error, reports it and returns the key's `valueOnError`.
  @inlinable @inline(__always)
  public func dynamicValue<Key: DynamicEnvironmentKey>(
    for key: Key.Type, accessor: String
  ) -> Key.Value {
    filled(KeyNumber(key), else: Key.defaultValue, onError: Key.valueOnError)
      ?? slowValueOrDefault(RuleKey(key), accessor)
  }

  /// Sets the value for a key; a set value wins over every rule.
  @inlinable @inline(__always)
  public mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>) {
    if !set(value, for: KeyNumber(key)) { set(value, for: key) }
  }

  /// Sets the value for a key; a set value wins over every rule.
  @inlinable @inline(__always)
  public mutating func setDynamicValue<Key: DynamicEnvironmentKey>(
    _ value: Key.Value, for key: Key.Type
  ) where Key.Value: Sendable {
    if !set(value, for: KeyNumber(key)) { set(value, for: RuleKey(key)) }
  }

  /// Fast path: returns the value that ``fill(_:withValueOf:)`` writes, `defaultValue` if the default
  /// is the answer, or `valueOnError` after an error; `nil` if the slow path is needed.
  @inlinable @inline(__always)
  func filled<Value>(
    _ key: KeyNumber, else defaultValue: @autoclosure () -> Value,
    onError valueOnError: @autoclosure () -> Value
  ) -> Value? {
    var outcome = FillOutcome.slowPath
    if let value = VacantPlace.filled(Value.self, by: { outcome = fill($0, withValueOf: key) }) {
      return value
    }
    return switch outcome {
    case .slowPath: nil
    case .default: defaultValue()
    case .failed: valueOnError()
    }
  }

  /// Slow path: returns the value for a key, or its value for errors after an error.
  @usableFromInline func slowValueOrDefault<Value>(
    _ key: RuleKey<Value>, _ accessor: String = ""
  ) -> Value {
    if let probe, probe.records(key, accessor) { return key.defaultValue }
    do {
      return try slowValue(key)
    } catch {
      report(error)
      return values.aliasedValueOnError(of: key.name, as: Value.self) ?? key.valueOnError
    }
  }

  /// Fast path: sets the value by the number of the key; returns whether that was possible.
  @usableFromInline
  mutating func set<Value: Sendable>(_ value: Value, for key: KeyNumber) -> Bool {
    guard probe == nil, !key.isSecret else { return false }
    return values.set(value, for: key.number)
  }

  /// Slow path: sets the value for a key.
  @usableFromInline
  mutating func set<Value: Sendable>(_ value: Value, for key: RuleKey<Value>) {
    values.set(value, for: key.id, isSecret: key.isSecret)
    probe?.noteSetting(of: key.id)
  }

  /// Returns a copy in which the value at a path is set; it replaces a value that was set before.
  @inlinable @inline(__always)
  public func with<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value)
    -> RuleContext
  {
    if hasObservers { return withUnobserved(path, value) }
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  /// Whether a probe or an observer would see the reads of a key path.
  @usableFromInline var hasObservers: Bool { probe != nil || model.isObserved }

  @usableFromInline
  func withUnobserved<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value)
    -> RuleContext
  {
    var copy = self
    guard path != \RuleContext.model else {
      copy[keyPath: path] = value
      return copy
    }
    // Swift reads the old value at a key path before it sets the new one;
    // nobody must observe that read.
    copy.model = model.unobserved
    if let probe, probe.isCatching { copy.probe = AccessorProbe(.catching) }
    copy[keyPath: path] = value
    copy.model = model
    copy.probe = probe
    return copy
  }

  /// Returns a copy in which reading `alias` gives the value of `original`.
  ///
  /// Both names then have one value, in rules too. A cycle of aliases is an
  /// error of the evaluation that reads one of them. A path that is no accessor
  /// is reported to ``onError``, and the context is returned unchanged.
  public func aliasing<Value>(
    _ alias: KeyPath<RuleContext, Value>, to original: KeyPath<RuleContext, Value>
  ) -> RuleContext {
    guard let name = keyName(of: alias), let key = declaredKey(of: original) else {
      return self
    }
    var copy = self
    copy.values.alias(name, to: key)
    return copy
  }

  /// Removes the set value of a key, so that rules answer again.
  ///
  /// A path that is no accessor, such as `\.todo.title`, is reported to
  /// ``onError``, and nothing changes.
  public mutating func unset<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    if let name = keyName(of: accessor) { values.remove(name) }
  }

  /// Removes the set value of a key, by its name.
  public mutating func unset(_ name: String) {
    values.remove(name)
  }

  /// Returns the name of the key behind an accessor; reports a path that is no accessor.
  func keyName<Value>(of accessor: KeyPath<RuleContext, Value>) -> String? {
    declaredKey(of: accessor)?.name
  }

  /// Returns the key behind an accessor; reports a path that is no accessor.
  func declaredKey<Value>(of accessor: KeyPath<RuleContext, Value>) -> DeclaredKey? {
    do {
      return try Self.key(of: accessor).key.declare()
    } catch {
      report(error)
      return nil
    }
  }
}
