import LuaBridge

extension RuleContext: DynamicEnvironmentPaths {
  /// Returns the value for a key; on an error, reports it and returns the key's default.
  public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
    if let capture, capture.records(key) { return key.defaultValue }
    do {
      return try sought(key)
    } catch {
      report(error)
      return key.defaultValue
    }
  }

  /// Fast path: sets the value by the number of the key; returns whether that was possible.
  public mutating func setDynamicValue<Value: Sendable>(
    _ value: Value, for key: KeyNumber
  ) -> Bool {
    guard capture == nil, !key.isSecret else { return false }
    return values.set(value, for: key.number)
  }

  /// Sets the value for a key; a set value wins over every rule.
  public mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>) {
    values.set(value, for: key.id, isSecret: key.isSecret)
    capture?.noteSetting(of: key.name)
  }

  /// Returns a copy with one more value set.
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
  @usableFromInline var hasObservers: Bool { capture != nil || model.isObserved }

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
    if let capture, capture.isCatching { copy.capture = AccessorProbe(.catching) }
    copy[keyPath: path] = value
    copy.model = model
    copy.capture = capture
    return copy
  }

  /// Returns a copy in which one key is an alias of another.
  ///
  /// Both names then have one value, in rules too. A cycle of aliases is an
  /// error of the evaluation that reads one of them. A path that is no accessor
  /// is reported to ``onError``, and nothing changes.
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
