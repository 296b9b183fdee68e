import LuaBridge

extension RuleContext {
  /// Returns the value at a name or a path of names as one line of JSON.
  ///
  /// Keys are sorted at every level and integers are exact. An empty object of
  /// JSON or Swift is `{}`. An empty table that Lua made is `{}` where the key's
  /// type is an object, else `[]`. A host object
  /// that shows no members becomes a string with its description.
  ///
  /// - Throws: ``RuleError`` as ``value(at:as:)``, or when the value has no
  ///   JSON form, such as NaN.
  public func json(at path: String) throws(RuleError) -> String {
    try jsonAnswer(at: path).value
  }

  /// Returns the value at a name as one line of JSON, and its origin.
  ///
  /// - Throws: ``RuleError`` as ``json(at:)``.
  public func jsonAnswer(at path: String) throws(RuleError) -> RuleAnswer<String> {
    guard let observers = model.observers?.pick() else { return try unobservedJSON(at: path) }
    return try observing(observers, at: path, isJSON: true) { () throws(RuleError) in
      try unobservedJSON(at: path)
    }
  }

  private func unobservedJSON(at path: String) throws(RuleError) -> RuleAnswer<String> {
    try Evaluation.with(self) { evaluation throws(RuleError) in
      guard let answer = try evaluation.answer(at: path) else { throw evaluation.unknownKey(path) }
      return RuleAnswer(try evaluation.jsonText(of: answer, at: path), answer.origin)
    }
  }

  /// Sets the values of a JSON object by their names.
  ///
  /// A value whose key the model's schema declares is converted to the key's
  /// type; `null` is an explicit nothing. Where the schema is closed, other names are an error; see
  /// ``RuleSchema/isClosed``.
  ///
  /// - Parameters:
  ///   - text: The text of the object.
  ///   - name: The name of the text in errors, such as the name of its file.
  ///   - line: The number of the text's first line, if the text is part of a file.
  /// - Throws: ``RuleError`` with code `bad-context`; then no value is set.
  public mutating func setValues(
    json text: String, name: String? = nil, line: Int? = nil
  ) throws(RuleError) {
    let value: LuaValue
    do {
      value = try JSON.read(text, isPrivate: true)
    } catch {
      throw RuleError(error, reading: "the context", of: name, line: line)
    }
    let place = name.map { SourceLocation(file: $0, line: line) }
    guard case .table(let table) = value, table.isObject else {
      let given = if case .table = value { "a list" } else { value.typeName }
      throw RuleError(.badContext, "the context is \(given); expected an object", at: place)
    }
    let schema = model.schema
    do throws(RuleError) {
      for (name, _) in table.fields {
        if let refusal = model.refusal(ofContextName: name, in: schema) { throw refusal }
      }
      values.set(try Self.converted(table, schema))
    } catch {
      var error = error
      error.location = place
      throw error
    }
  }

  /// Sets the values of a JSON object that a stranger has sent.
  ///
  /// A name that no rule can read is left out. Names get no numbers, of which a process has a limited
  /// stock.
  ///
  /// - Parameters:
  ///   - table: The object.
  ///   - names: What ``RuleModel/readableNames`` gives for the model.
  ///   - schema: The schema of the model.
  /// - Throws: ``RuleError`` with code `bad-context`; then no value is set.
  package mutating func setValues(
    ofStranger table: LuaTable, readable names: Set<ByteName>?, _ schema: RuleSchema
  ) throws(RuleError) {
    var table = table
    if let names { table.fields.removeAll { !names.contains($0.name.firstName) } }
    values.set(try Self.converted(table, schema), numbersNames: false)
  }

  /// Converts and sets the values of a context in JSON.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`; then no value is set.
  /// - Complexity: O(*n* log *n*) for *n* values.
  package mutating func setValues(of table: LuaTable) throws(RuleError) {
    values.set(try Self.converted(table, model.schema))
  }

  /// Sets a JSON value for a name; see ``setValues(json:name:line:)``.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`.
  public mutating func setValue(json text: String, for name: String) throws(RuleError) {
    let value: LuaValue
    do {
      value = try JSON.read(text, isPrivate: true)
    } catch {
      var error = error
      error.path.insert(name, at: 0)
      if error.isLargeInteger, !isSecret(name) { throw RuleError(error, reading: "the value") }
      let reason = isSecret(name) ? "" : ": \(error)"
      throw RuleError(.badContext, "the value of `\(name)` is not JSON\(reason)")
    }
    let schema = model.schema
    if let refusal = model.refusal(ofContextName: name, in: schema) { throw refusal }
    try set(value, for: name, schema)
  }

  mutating func set(
    _ value: LuaValue, for name: String, _ schema: RuleSchema
  ) throws(RuleError) {
    values.set(try Self.converted(value, for: name, schema), for: name)
  }

  /// Converts the values of a JSON object to the types of their keys.
  private static func converted(
    _ table: LuaTable, _ schema: RuleSchema
  ) throws(RuleError) -> [(name: String, value: LuaValue)] {
    var fields = table.fields
    for index in fields.indices {
      fields[index].value = try converted(fields[index].value, for: fields[index].name, schema)
    }
    return fields
  }

  /// Converts a JSON value to the type of its key.
  static func converted(
    _ value: LuaValue, for name: String, _ schema: RuleSchema
  ) throws(RuleError) -> LuaValue {
    do {
      let type = schema.type(at: name) ?? .any
      return try type.coerce(value).withoutNull
    } catch {
      var error = error.masked(schema.isSecret, of: name)
      // The key wants an object with secret members; the given text may contain the secrets.
      if schema.hasSecrets(name, inside: error.path) { error.given = Redaction.text }
      throw RuleError(
        .badContext,
        "`\(([name] + error.path).joined(separator: "."))` is \(error.given); "
          + "expected \(error.expected)",
        hint: error.spellingHint)
    }
  }
}

extension RuleError {
  /// Creates the error of a text with the values of a context.
  ///
  /// - Parameters:
  ///   - error: What is wrong with the text.
  ///   - subject: What the text is, such as "the context".
  ///   - file: The name of the text.
  ///   - line: The number of the text's first line in the file; `nil` for 1.
  package init(
    _ error: JSONReadingError, reading subject: String, of file: String? = nil, line: Int? = nil
  ) {
    let place = file.map { SourceLocation(file: $0, line: (line ?? 1) + error.line - 1) }
    guard error.isLargeInteger else {
      let column = file == nil ? "\(error)" : "column \(error.column): \(error.message)"
      self.init(.badContext, "\(subject) is not JSON: \(column)", at: place)
      return
    }
    let name = error.path.isEmpty ? subject : "`\(error.path.joined(separator: "."))`"
    self.init(
      .badContext,
      "\(name) is an integer that does not fit into 64 bits"
        + (file == nil ? "" : ": column \(error.column)"),
      at: place, hint: "write it in double quotes, as a string")
  }
}

extension String {
  /// The name before the first dot.
  fileprivate var firstName: String {
    utf8.firstIndex(of: UInt8(ascii: ".")).map { String(self[..<$0]) } ?? self
  }
}

extension LuaValue {
  /// The value, with `nil` in place of `null`.
  fileprivate var withoutNull: LuaValue {
    if case .null = self { .nil } else { self }
  }
}

extension Evaluation {
  /// Returns an answer as one line of JSON.
  func jsonText(of answer: Answer, at path: String) throws(RuleError) -> String {
    let type = declaredType(at: path)
    let value = try copy(answer, named: path, as: type)
    do {
      return try JSON.write(value, as: type) { handle in
        self.subject(of: handle).map { String(describing: $0) }
      }
    } catch {
      let reason = isSecret(path) ? "" : ": \(error)"
      throw RuleError(
        .wrongValue, "`\(path)` has no JSON form\(reason)", at: answer.location,
        hint: value.hasBytes ? ConversionError.cutCharacterHint : nil)
    }
  }
}

extension LuaValue {
  /// Whether a part of the value is a string that is not valid UTF-8.
  fileprivate var hasBytes: Bool {
    switch self {
    case .bytes: true
    case .table(let table):
      table.elements.contains(where: \.hasBytes) || table.fields.contains { $0.value.hasBytes }
    default: false
    }
  }
}

extension Answer {
  /// The location of the rule that gave the answer.
  var location: SourceLocation? {
    origin.rules.first?.rule.location
  }
}
