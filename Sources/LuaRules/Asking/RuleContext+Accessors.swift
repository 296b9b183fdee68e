import LuaBridge

extension RuleContext: DynamicEnvironmentPaths {
  /// Returns the value for a key; after an error, the key's default.
  public func dynamicValue<Value>(for key: RuleKey<Value>) -> Value {
    if let capture, capture.records(key) { return key.defaultValue }
    do {
      return try sought(key)
    } catch {
      report(error)
      return key.defaultValue
    }
  }

  /// Sets the value for a key by its number, if that needs nothing else of the key.
  public mutating func setDynamicValue<Value: Sendable>(
    _ value: Value, for key: KeyNumber
  ) -> Bool {
    guard capture == nil, !key.isSecret else { return false }
    return values.set(value, for: key.number)
  }

  /// Sets the value for a key; it wins over every rule.
  public mutating func setDynamicValue<Value: Sendable>(_ value: Value, for key: RuleKey<Value>) {
    values.set(value, for: key.id, isSecret: key.isSecret)
    capture?.noteSetting(of: key.name)
  }

  /// Returns a copy with a value.
  @inlinable @inline(__always)
  public func with<Value>(_ path: WritableKeyPath<RuleContext, Value>, _ value: Value)
    -> RuleContext
  {
    if hasObservers { return withUnobserved(path, value) }
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  /// Whether somebody is told of what is read.
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
    // Swift reads what stands at a key path before it sets it.
    copy.model = model.unobserved
    if let capture, capture.isCatching { copy.capture = AccessorProbe(.catching) }
    copy[keyPath: path] = value
    copy.model = model
    copy.capture = capture
    return copy
  }

  /// Returns a copy in which one key is another name of a second one.
  ///
  /// Both names then have one value, in rules too. A circle of aliases is an
  /// error of the evaluation that asks for one of them. A path that is no accessor
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

  /// Takes back what was set for a key, so that rules answer again.
  ///
  /// A path that is no accessor, such as `\.todo.title`, is reported to
  /// ``onError``, and nothing changes.
  public mutating func unset<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    if let name = keyName(of: accessor) { values.remove(name) }
  }

  /// Takes back what was set for a key, by its name.
  public mutating func unset(_ name: String) {
    values.remove(name)
  }

  /// Returns the name of the key behind an accessor; another path is reported.
  func keyName<Value>(of accessor: KeyPath<RuleContext, Value>) -> String? {
    declaredKey(of: accessor)?.name
  }

  /// Returns the key behind an accessor; another path is reported.
  func declaredKey<Value>(of accessor: KeyPath<RuleContext, Value>) -> DeclaredKey? {
    do {
      return try Self.key(of: accessor).key.declare()
    } catch {
      report(error)
      return nil
    }
  }
}
