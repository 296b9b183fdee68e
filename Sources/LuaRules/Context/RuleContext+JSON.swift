import LuaBridge

extension RuleContext {
  /// Returns the value at a name or a path of names as one line of JSON.
  ///
  /// Keys are sorted at every level and integers are exact. An empty table is
  /// `{}` where the key's type is an object, else `[]`. An object of the host
  /// that shows no members is a string of its description.
  ///
  /// - Throws: ``RuleError`` as ``value(at:as:)``, or when the value has no
  ///   JSON form, such as NaN.
  public func json(at path: String) throws(RuleError) -> String {
    try jsonAnswer(at: path).value
  }

  /// Returns the value at a name as one line of JSON, and where it came from.
  ///
  /// - Throws: ``RuleError`` as ``json(at:)``.
  public func jsonAnswer(at path: String) throws(RuleError) -> RuleAnswer<String> {
    try Access.with(self) { access throws(RuleError) in
      guard let answer = try access.answer(at: path) else { throw access.unknownKey(path) }
      let type = access.declaredType(at: path)
      let value = try access.copy(answer, named: path, as: type)
      do {
        return RuleAnswer(try JSON.write(value, as: type), answer, of: access.links)
      } catch {
        throw RuleError(
          .wrongValue, "`\(path)` has no JSON form: \(error)", at: answer.location)
      }
    }
  }

  /// Sets the values of a JSON object, each under its name.
  ///
  /// A value whose key the model's schema declares is converted to the key's
  /// type; `null` is an explicit nothing.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`; then nothing was set.
  public mutating func setValues(json text: String) throws(RuleError) {
    let value: LuaValue
    do {
      value = try JSON.read(text)
    } catch {
      throw RuleError(.badContext, "the context is not JSON: \(error)")
    }
    guard case .table(let table) = value, table.elements.isEmpty else {
      throw RuleError(.badContext, "the context is \(value.typeName); expected an object")
    }
    var copy = self
    let schema = model.schema
    for field in table.fields { try copy.set(field.value, for: field.name, schema) }
    self = copy
  }

  /// Sets a value of JSON under a name; see ``setValues(json:)``.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`.
  public mutating func setValue(json text: String, for name: String) throws(RuleError) {
    let value: LuaValue
    do {
      value = try JSON.read(text)
    } catch {
      throw RuleError(.badContext, "the value of `\(name)` is not JSON: \(error)")
    }
    try set(value, for: name, model.schema)
  }

  private mutating func set(
    _ value: LuaValue, for name: String, _ schema: RuleSchema
  ) throws(RuleError) {
    do {
      let type = schema.type(of: name) ?? .any
      values.set(try type.coerce(value).withoutNull, for: name)
    } catch {
      throw RuleError(
        .badContext, "`\(([name] + error.path).joined(separator: "."))` is \(error.given); "
          + "expected \(error.expected)",
        hint: error.spellingHint)
    }
  }
}

extension Access {
  /// What a key, or a member at a path, may hold.
  func declaredType(at path: String) -> ValueType {
    for link in links {
      if let declared = link.schema[path] { return declared.type }
    }
    guard let dot = path.lastIndex(of: ".") else { return .any }
    var outer = declaredType(at: String(path[..<dot]))
    while case .optional(let wrapped) = outer { outer = wrapped }
    guard case .object(let object) = outer else { return .any }
    return object[String(path[path.index(after: dot)...])]?.type ?? .any
  }

  /// Copies an answer as a whole, checked against the type of its key.
  fileprivate func copy(
    _ answer: Answer, named name: String, as type: ValueType
  ) throws(RuleError) -> LuaValue {
    do {
      let value = try LuaValue(copying: resolved(answer.payload)) { object in
        .string(String(describing: object))
      }
      if case .rule = answer.origin, value.isPlain { return try type.check(value) }
      return value
    } catch {
      if case .rule(let rule, _) = answer.origin { throw RuleError(error, givenBy: rule) }
      throw RuleError(.wrongType, "`\(name)` is \(error.given); expected \(error.expected)")
    }
  }

  private func resolved(_ payload: Payload) -> Payload {
    guard case .lua(let value) = payload else { return payload }
    return .lua(resolved(value))
  }

  /// The value with copies, or descriptions, of the objects that it names.
  private func resolved(_ value: LuaValue) -> LuaValue {
    switch value {
    case .object(let handle):
      guard let subject = subject(of: handle) else { return .null }
      let copy = try? LuaValue(copying: .swift(subject)) { .string(String(describing: $0)) }
      return copy ?? .string(String(describing: subject))
    case .table(var table):
      table.elements = table.elements.map(resolved)
      table.fields = table.fields.map { ($0.name, resolved($0.value)) }
      return .table(table)
    default: return value
    }
  }
}

extension LuaValue {
  /// The value with an explicit nothing as Lua's `nil`.
  fileprivate var withoutNull: LuaValue {
    if case .null = self { .nil } else { self }
  }

  /// Whether the value came from Lua alone, so that its key's type can judge it.
  fileprivate var isPlain: Bool {
    if case .function = self { false } else { true }
  }
}

extension Answer {
  /// Where the rule was written that answered.
  var location: SourceLocation? {
    if case .rule(let rule, _) = origin { rule.location } else { nil }
  }
}
