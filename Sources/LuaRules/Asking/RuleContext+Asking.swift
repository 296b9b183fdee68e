import LuaBridge

extension RuleContext {
  /// Returns the value for a key: the set value, else what the rules give, else the default.
  ///
  /// The rule with the highest priority wins, then the most complex predicate,
  /// then the one declared first. This is the fastest way to read a key.
  ///
  /// - Throws: ``RuleError`` when a rule fails, gives a value that the key cannot
  ///   hold, depends on itself or uses up its budget.
  /// - Complexity: O(*c*) predicates, where *c* counts the candidates for the key.
  @inlinable public func value<Key: DynamicEnvironmentKey>(
    for key: Key.Type
  ) throws(RuleError) -> Key.Value {
    var isDefault = false
    let value = try VacantPlace.filled(Key.Value.self) { place throws(RuleError) in
      isDefault = try ask(place, for: KeyNumber(key))
    }
    if let value { return value }
    return isDefault ? Key.defaultValue : try slowValue(RuleKey(key))
  }

  /// Returns the value for a key; see ``value(for:)-(Key.Type)``.
  @inlinable public func value<Value>(for key: RuleKey<Value>) throws(RuleError) -> Value {
    var isDefault = false
    let value = try VacantPlace.filled(Value.self) { place throws(RuleError) in
      isDefault = try ask(place, for: KeyNumber(key))
    }
    if let value { return value }
    return isDefault ? key.defaultValue : try slowValue(key)
  }

  /// Slow path of ``value(for:)-(RuleKey<Value>)``: for contexts with observers or aliases, for
  /// values that were set as another type, and for keys without a number.
  @usableFromInline func slowValue<Value>(_ key: RuleKey<Value>) throws(RuleError) -> Value {
    if let observers = model.observers?.pick() { return try observed(key, by: observers) }
    guard let set = values.set(for: key.id) else { return try evaluated(key) }
    if let value = VacantPlace.filled(Value.self, by: { set.fill($0) }) { return value }
    if let same = set.erased as? Value { return same }
    return try evaluated(key)
  }

  /// Returns the value at a key path that begins with an accessor, such as `\.todo.title`.
  ///
  /// It allocates an object that catches the errors of accessors. Unless the accessor is
  /// declared in the same module, it also costs as much as a Swift key path.
  /// ``value(for:)-(Key.Type)`` costs neither.
  ///
  /// - Throws: ``RuleError`` as ``value(for:)-(Key.Type)``, for any key that the path reads.
  @inlinable @inline(__always)
  public func value<Value>(
    for path: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> Value {
    let probe = AccessorProbe.catching()
    var copy = self
    copy.set(probe)
    let value = copy[keyPath: path]
    try probe.check()
    return value
  }

  /// Returns the value at a name or a path of names, such as `person.status`.
  ///
  /// A path is read as a key first, else as a member of the value before
  /// its last dot.
  ///
  /// - Throws: ``RuleError``; `unknown-key` for a name that is neither set, nor
  ///   assigned, nor declared.
  @inlinable public func value<Value>(
    at path: String, as type: Value.Type = Value.self
  ) throws(RuleError) -> Value {
    if let number = quickNumber(of: path) {
      var isNothing = false
      let value = try VacantPlace.filled(type) { place throws(RuleError) in
        isNothing = try ask(place, for: number)
      }
      if let value { return value }
      if isNothing { return try nothing(for: number, as: type) }
    }
    return try answer(at: path, as: type).value
  }

  /// Returns Lua's `nil`, converted to a type, for a key without an answer.
  @usableFromInline func nothing<Value>(
    for number: KeyNumber, as type: Value.Type
  ) throws(RuleError) -> Value {
    let key = KeyID(number)
    return try Evaluation.with(self) { evaluation throws(RuleError) in
      guard evaluation.isKnown(key) else { throw evaluation.unknownKey(key.name) }
      let answer = Answer(rawAnswer: .lua(.nil), origin: .nothing)
      return try evaluation.convert(answer, named: key.name, to: type)
    }
  }

  /// The number of a name; `nil` for a path, and for a name without a number.
  ///
  /// `nil` for a context that remembers answers, too: they are answers to keys, with their hit policies.
  @usableFromInline func quickNumber(of name: String) -> KeyNumber? {
    guard !isRemembering else { return nil }
    let number = KeyNames.knownNumber(ofPlain: name)
    return number != 0 ? KeyNumber(number: number) : nil
  }

  /// The value for a name: as it was set, else in its natural Swift form.
  ///
  /// Numbers come as `Int` or `Double`, tables as arrays and dictionaries.
  /// After an error, which goes to ``onError``, the value is what the schema declares for errors, else
  /// `nil`. Setting `nil` sets an explicit nothing; ``unset(_:)-(String)`` removes a set value.
  public subscript(name: String) -> (any Sendable)? {
    get {
      do {
        if let number = quickNumber(of: name), let scalar = quickScalar(of: number.number) {
          return scalar.natural
        }
        guard let observers = model.observers?.pick() else {
          return try naturalAnswer(at: name).value
        }
        return try observing(observers, at: name) { () throws(RuleError) in
          try naturalAnswer(at: name)
        }.value
      } catch {
        report(error)
        return naturalOnError(at: name)
      }
    }
    set {
      func set<Value: Sendable>(_ value: Value) { values.set(value, for: name) }
      _openExistential(newValue ?? LuaValue.nil, do: set)
    }
  }

  private func naturalAnswer(
    at name: String
  ) throws(RuleError) -> RuleAnswer<(any Sendable)?> {
    if let value = values[name] {
      let isNil = if case .nil? = value as? LuaValue { true } else { false }
      return RuleAnswer(value: isNil ? nil : value, source: .set, rule: nil, location: nil)
    }
    return try Evaluation.with(self) { evaluation throws(RuleError) in
      guard let answer = try evaluation.answer(at: name) else { throw evaluation.unknownKey(name) }
      return RuleAnswer(try evaluation.natural(answer, named: name), answer.origin)
    }
  }

  /// Asks the rules, or converts the set value.
  private func evaluated<Value>(_ key: RuleKey<Value>) throws(RuleError) -> Value {
    let id = key.id
    let policy = values.aliasedPolicy(of: key.name) ?? key.hitPolicy
    let found = try Evaluation.with(self) { evaluation throws(RuleError) in
      try VacantPlace.filled(Value.self) { place throws(RuleError) in
        _ = try evaluation.fill(place, withValueOf: id, by: policy, isSecret: key.isSecret)
      }
    }
    if let found { return found }
    if values.hasAliases, let aliased = values.aliasedDefault(of: key.name, as: Value.self) {
      return aliased
    }
    return key.defaultValue
  }

  /// Asks and notifies the observers; a function of its own, to keep the
  /// code without observers small.
  @inline(never) private func observed<Value>(
    _ key: RuleKey<Value>, by observers: [ObserverRegistration]
  ) throws(RuleError) -> Value {
    try observing(observers, at: key.name) { () throws(RuleError) in
      try typedAnswer(
        key.id, by: key.hitPolicy, isSecret: key.isSecret, else: key.defaultValue)
    }.value
  }

  // MARK: Answers

  /// Returns the value for a key, and its origin.
  ///
  /// - Throws: ``RuleError`` as ``value(for:)-(Key.Type)``.
  @inlinable @inline(__always)
  public func answer<Value>(
    for accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> RuleAnswer<Value> {
    if let probe = answerProbe() {
      var copy = self
      copy.set(probe)
      let value = copy[keyPath: accessor]
      if let source = try probe.source(ofAnswer: Value.self) { return RuleAnswer(value, source) }
    }
    return try slowAnswer(for: accessor)
  }

  /// Slow path of ``answer(for:)``; throws for paths that are no accessors.
  @usableFromInline func slowAnswer<Value>(
    for accessor: KeyPath<RuleContext, Value>
  ) throws(RuleError) -> RuleAnswer<Value> {
    let (key, defaultValue) = try Self.key(of: accessor)
    guard let observers = model.observers?.pick() else {
      return try typedAnswer(
        key.id, by: key.hitPolicy, isSecret: key.isSecret, else: defaultValue)
    }
    return try observing(observers, at: key.name) { () throws(RuleError) in
      try typedAnswer(key.id, by: key.hitPolicy, isSecret: key.isSecret, else: defaultValue)
    }
  }

  /// Returns the value at a name or a path of names, and its origin.
  ///
  /// - Throws: ``RuleError`` as ``value(at:as:)``.
  public func answer<Value>(
    at path: String, as type: Value.Type = Value.self
  ) throws(RuleError) -> RuleAnswer<Value> {
    guard let observers = model.observers?.pick() else {
      return try typedAnswer(at: path, as: type)
    }
    return try observing(observers, at: path) { () throws(RuleError) in
      try typedAnswer(at: path, as: type)
    }
  }

  private func typedAnswer<Value>(
    _ key: KeyID, by policy: HitPolicy, isSecret: Bool,
    else defaultValue: @autoclosure () -> Value
  ) throws(RuleError) -> RuleAnswer<Value> {
    let policy = values.aliasedPolicy(of: key.name) ?? policy
    if let answer = try typedAnswer(key, by: policy, as: Value.self, isSecret: isSecret) {
      return answer
    }
    let aliased =
      values.hasAliases ? values.aliasedDefault(of: key.name, as: Value.self) : nil
    return RuleAnswer(
      value: aliased ?? defaultValue(), source: .default, rule: nil, location: nil)
  }

  private func typedAnswer<Value>(
    _ id: KeyID, by policy: HitPolicy, as type: Value.Type, isSecret: Bool
  ) throws(RuleError) -> RuleAnswer<Value>? {
    if let set = values.set(for: id), let same = set.erased as? Value {
      return RuleAnswer(value: same, source: .set, rule: nil, location: nil)
    }
    return try Evaluation.with(self) { evaluation throws(RuleError) in
      guard policy.isFirst else {
        return try evaluation.typedAnswer(id, by: policy, isSecret: isSecret)
      }
      if id.isPath {
        guard let answer = try evaluation.answer(at: id.name), !answer.isNothing else { return nil }
        return RuleAnswer(
          try evaluation.convert(answer, named: id.name, to: type, isSecret: isSecret),
          answer.origin)
      }
      let value = try VacantPlace.filled(type) { place throws(RuleError) in
        _ = try evaluation.fill(
          place, withValueOf: id, by: .first, isSecret: isSecret, isRemembered: true)
      }
      guard let value else { return nil }
      return RuleAnswer(value, try evaluation.origin(of: id))
    }
  }

  private func typedAnswer<Value>(
    at path: String, as type: Value.Type
  ) throws(RuleError) -> RuleAnswer<Value> {
    try Evaluation.with(self) { evaluation throws(RuleError) in
      guard let answer = try evaluation.answer(at: path) else { throw evaluation.unknownKey(path) }
      return RuleAnswer(try evaluation.convert(answer, named: path, to: type), answer.origin)
    }
  }
}
