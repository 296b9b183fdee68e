import LuaBridge

// Answers as a whole: copied, as JSON, and as text for people.

extension Evaluation {
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
  ///
  /// Objects that show no members stay what they are.
  func copy(
    _ answer: Answer, named name: String, as type: ValueType
  ) throws(RuleError) -> LuaValue {
    do throws(ConversionError) {
      if answer.payload.swiftValue is RuleContext { throw .isContext }
      views.beginCopying()
      let value = try copy(answer.payload)
      guard case .rule(_, let link) = answer.origin, value.isPlain else { return value }
      if isUnjudged(value, type, named: name, link: link) { return value }
      return try type.check(value)
    } catch {
      if var error = copyError {
        if case .rule(let rule, _) = answer.origin { error.location = rule.location }
        throw error
      }
      let error = error.masked(isSecret, of: name)
      if case .rule(let rule, _) = answer.origin { throw RuleError(error, givenBy: rule) }
      throw RuleError(error, ofValue: name, .wrongType)
    }
  }

  /// Whether a schema that came as JSON cannot say if the value fits.
  ///
  /// It does not know the host's objects; and Lua code that stands in for the
  /// host cannot make them.
  private func isUnjudged(
    _ value: LuaValue, _ type: ValueType, named name: String, link: Int
  ) -> Bool {
    if case .opaque = type.withoutNull, links[link].request.hostStubs != nil { return true }
    guard case .object = value else { return false }
    return links.contains { $0.schema[name]?.isFromJSON == true }
  }

  /// Copies a value as a whole, perhaps with the mask in place of secrets.
  ///
  /// Objects that show no members stay what they are.
  func copy(_ payload: RawAnswer, isMasked: Bool = false) throws(ConversionError) -> LuaValue {
    let value = try LuaValue(
      copying: payload, isMasked: isMasked, opaque: { .object(views.add(opaque: $0)) })
    return try views.expanded(value, limit: limits.valueNodes, isMasked: isMasked)
  }

  // MARK: Text

  /// Returns the text of an answer for people: JSON, short, and without secrets.
  ///
  /// A case of an enumeration is its bare name, as a message lists it. What has
  /// no JSON form is named.
  func printed(_ answer: Answer, named name: String) -> String {
    let text = json(of: answer, named: name)
    if case .enumeration = declaredType(at: name).withoutNull, let word = JSON.unquoted(text) {
      return word.shortened(to: Self.longestPrinted)
    }
    return text.shortened(to: Self.longestPrinted)
  }

  /// Returns an answer as one line of JSON without secrets, or what describes it.
  func json(of answer: Answer, named name: String) -> String {
    if isSecret(name) { return Redaction.text }
    let type = declaredType(at: name)
    let copy = try? copy(answer.payload, isMasked: true)
    guard let value = copy?.masked(as: type) else { return "a value without a form in Lua" }
    let description: (ObjectHandle) -> String? = { [self] handle in
      subject(of: handle).map { String(describing: $0) }
    }
    // The mask, in place of a member, is not of the member's type.
    let json =
      (try? JSON.write(value, as: type, object: description))
      ?? (try? JSON.write(value, object: description))
    return knownSecrets.masking(json ?? value.literal)
  }

  /// How many characters of a value are printed.
  private static let longestPrinted = 60
}

extension String {
  /// The text, cut with a sign of it when it is longer.
  func shortened(to length: Int) -> String {
    count > length ? prefix(length) + "…" : self
  }
}

extension LuaValue {
  /// Whether the value came from Lua alone, so that its key's type can judge it.
  fileprivate var isPlain: Bool {
    if case .function = self { false } else { true }
  }
}
