import LuaBridge

// Whole answers: as copies, as JSON, and as text for people.

extension Evaluation {
  /// The declared type of a key, or of a member at a path.
  func declaredType(at path: String) -> ValueType {
    for core in links {
      if let declared = core.schema[path] { return declared.type }
    }
    guard let dot = path.lastIndex(of: ".") else { return .any }
    let outer = declaredType(at: String(path[..<dot])).withoutNull
    if case .dictionary = outer { return .any }
    return outer.type(ofMember: String(path[path.index(after: dot)...]))
  }

  /// Makes a deep copy of an answer, and checks it against the type of its key.
  ///
  /// Objects that show no members are not copied.
  func copy(
    _ answer: Answer, named name: String, as type: ValueType
  ) throws(RuleError) -> LuaValue {
    do throws(ConversionError) {
      views.beginCopying()
      if answer.rawAnswer.swiftValue is RuleContext { throw .isContext }
      let value = try copy(answer.rawAnswer)
      guard let modelIndex = answer.origin.rules.first?.modelIndex, value.isPlain else {
        return value
      }
      if isUnjudged(value, type, named: name, modelIndex: modelIndex) { return value }
      return try type.check(value)
    } catch {
      if var error = copyError {
        if let rule = answer.origin.rules.first?.rule { error.location = rule.location }
        throw error
      }
      let error = error.masked(isSecret, of: name)
      if let refusal = answer.origin.refusal(error) { throw refusal }
      throw RuleError(error, ofValue: name, .wrongType)
    }
  }

  /// Whether the schema cannot say if the value fits its type.
  ///
  /// A JSON schema does not know the host's objects, and host stubs, written
  /// in Lua, cannot make them.
  private func isUnjudged(
    _ value: LuaValue, _ type: ValueType, named name: String, modelIndex: Int
  ) -> Bool {
    if case .opaque = type.withoutNull, links[modelIndex].request.hostStubs != nil { return true }
    guard case .object = value else { return false }
    return links.contains { $0.schema[name]?.isFromJSON == true }
  }

  /// Makes a deep copy of a value; with `isMasked`, the mask replaces secrets.
  ///
  /// Objects that show no members are not copied.
  func copy(_ rawAnswer: RawAnswer, isMasked: Bool = false) throws(ConversionError) -> LuaValue {
    let value = try LuaValue(
      copying: rawAnswer, isMasked: isMasked, opaque: { .object(views.add(opaque: $0)) })
    return try views.expanded(value, limit: limits.valueNodes, isMasked: isMasked)
  }

  // MARK: Text

  /// Returns an answer as text for people: short JSON without secrets.
  ///
  /// A case of an enumeration is printed as its bare name, as in messages. A value without
  /// a JSON form is described.
  func printed(_ answer: Answer, named name: String) -> String {
    let text = json(of: answer, named: name)
    if case .enumeration = declaredType(at: name).withoutNull, let word = JSON.unquoted(text) {
      return word.shortened(to: Self.longestPrinted)
    }
    return text.shortened(to: Self.longestPrinted)
  }

  /// Returns an answer as one line of JSON without secrets, or a
  /// description if it has no JSON form.
  func json(of answer: Answer, named name: String) -> String {
    if isSecret(name) { return Redaction.text }
    let type = declaredType(at: name)
    let copy = try? copy(answer.rawAnswer, isMasked: true)
    guard let value = copy?.masked(as: type) else { return "a value without a form in Lua" }
    let description: (ObjectHandle) -> String? = { [self] handle in
      subject(of: handle).map { String(describing: $0) }
    }
    // The mask does not have the type of the member that it replaces, so the typed way may fail.
    let json =
      (try? JSON.write(value, as: type, object: description))
      ?? (try? JSON.write(value, object: description))
    return knownSecrets.masking(json ?? value.literal)
  }

  /// How many characters of a value are printed.
  private static let longestPrinted = 60
}

extension String {
  /// The text, cut after `length` characters and marked with `…` if it is longer.
  func shortened(to length: Int) -> String {
    count > length ? prefix(length) + "…" : self
  }
}

extension LuaValue {
  /// Whether the value is not a function, so that its key's type can judge it.
  fileprivate var isPlain: Bool {
    if case .function = self { false } else { true }
  }
}
