import LuaBridge

extension RuleContext {
  /// Returns the value for a key: what is set, else what the rules say, else the default.
  ///
  /// The rule with the highest priority wins, then the most complex predicate,
  /// then the one declared first. This is the fast form of asking.
  ///
  /// - Throws: ``RuleError`` when a rule fails, gives what the key cannot hold,
  ///   depends on itself or uses up its budget.
  /// - Complexity: O(*c*) predicates, where *c* counts the candidates for the key.
  public func value<Key: DynamicEnvironmentKey>(
    for key: Key.Type
  ) throws(RuleError) -> Key.Value {
    try value(for: RuleKey(key))
  }

  /// Returns the value for a key; see ``value(for:)-(Key.Type)``.
  public func value<Value>(for key: RuleKey<Value>) throws(RuleError) -> Value {
    guard let set = values.set(for: key.id) else { return try asked(key) }
    if set.type == Value.self { return set.value(as: Value.self) }
    return try cast(set, for: key)
  }

  /// Returns the value at a key path that begins with an accessor, such as `\.todo.title`.
  ///
  /// - Throws: ``RuleError`` as ``value(for:)-(Key.Type)``, for any key that the path reads.
  public func value<Value>(
    for path: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> Value {
    var copy = self
    let capture = Capture(.catching)
    copy.capture = capture
    let value = copy[keyPath: path]
    if let error = capture.error { throw error }
    return value
  }

  /// Returns the value at a name or a path of names, such as `person.status`.
  ///
  /// A path is asked as a key first, and else as a member of what stands before
  /// its last dot.
  ///
  /// - Throws: ``RuleError``; `unknown-key` for a name that is neither set, nor
  ///   assigned, nor declared.
  public func value<Value>(
    at path: String, as type: Value.Type = Value.self
  ) throws(RuleError) -> Value {
    guard let answer = try typedAnswer(at: path, as: type) else {
      throw RuleError(
        .wrongType, "`\(path)` is nil; expected \(LuaConverter.expectation(of: type))")
    }
    return answer.value
  }

  /// The value under a name: as it was set, or in its natural Swift form.
  ///
  /// Numbers come as `Int` or `Double`, tables as arrays and dictionaries.
  /// `nil` after an error, which goes to ``onError``. Setting `nil` sets an
  /// explicit nothing; ``unset(_:)-(String)`` takes a value back.
  public subscript(name: String) -> (any Sendable)? {
    get {
      do {
        return try naturalValue(at: name)
      } catch {
        report(error)
        return nil
      }
    }
    set {
      values.set(newValue ?? LuaValue.nil, for: name)
    }
  }

  private func naturalValue(at name: String) throws(RuleError) -> (any Sendable)? {
    if let value = values[name] {
      if case .nil? = value as? LuaValue { return nil }
      return value
    }
    return try Access.with(self) { access throws(RuleError) in
      guard let answer = try access.answer(at: name) else { throw access.unknownKey(name) }
      return try access.natural(answer, named: name)
    }
  }

  /// Asks the rules, or converts what is set.
  private func asked<Value>(_ key: RuleKey<Value>) throws(RuleError) -> Value {
    let id = key.id
    let box = try answerBox(id, as: Value.self, isTrivial: SameType.isTrivial(Value.self)) {
      access, answer throws(RuleError) in
      TypedAnswerBox(try access.convert(answer, named: id.name, to: Value.self))
    }
    if let box { return box.value(as: Value.self) }
    return key.defaultValue
  }

  /// Returns a value that was set as another type.
  ///
  /// Apart, so that who needs no cast does not look up the types that it takes.
  @inline(never) private func cast<Value>(
    _ set: any SetValue, for key: RuleKey<Value>
  ) throws(RuleError) -> Value {
    if let same = set.erased as? Value { return same }
    return try asked(key)
  }

  private func answerBox(
    _ key: KeyID, as type: Any.Type, isTrivial: Bool,
    _ convert: (Access, Answer) throws(RuleError) -> AnswerBox
  ) throws(RuleError) -> AnswerBox? {
    try Access.with(self) { access throws(RuleError) in
      try access.box(of: key, as: type, isTrivial: isTrivial, convert)
    }
  }

  // MARK: Answers

  /// Returns the value for a key, and where it came from.
  ///
  /// - Throws: ``RuleError`` as ``value(for:)-(Key.Type)``.
  public func answer<Value>(
    for accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> RuleAnswer<Value> {
    let (key, defaultValue) = try Self.key(of: accessor)
    if let answer = try typedAnswer(key, as: Value.self) { return answer }
    return RuleAnswer(value: defaultValue, source: .default, rule: nil, location: nil)
  }

  /// Returns the value at a name or a path of names, and where it came from.
  ///
  /// - Throws: ``RuleError`` as ``value(at:as:)``.
  public func answer<Value>(
    at path: String, as type: Value.Type = Value.self
  ) throws(RuleError) -> RuleAnswer<Value> {
    guard let answer = try typedAnswer(at: path, as: type) else {
      throw RuleError(
        .wrongType, "`\(path)` is nil; expected \(LuaConverter.expectation(of: type))")
    }
    return answer
  }

  private func typedAnswer<Value>(
    _ key: DeclaredKey, as type: Value.Type
  ) throws(RuleError) -> RuleAnswer<Value>? {
    let id = KeyID(key.name)
    if let set = values.set(for: id), let same = set.erased as? Value {
      return RuleAnswer(value: same, source: .set, rule: nil, location: nil)
    }
    return try Access.with(self) { access throws(RuleError) in
      guard let answer = try access.answer(id), !answer.isNothing else { return nil }
      return RuleAnswer(
        try access.convert(answer, named: key.name, to: type), answer, of: access.links)
    }
  }

  private func typedAnswer<Value>(
    at path: String, as type: Value.Type
  ) throws(RuleError) -> RuleAnswer<Value>? {
    try Access.with(self) { access throws(RuleError) in
      guard let answer = try access.answer(at: path) else { throw access.unknownKey(path) }
      return RuleAnswer(
        try access.convert(answer, named: path, to: type), answer, of: access.links)
    }
  }
}
