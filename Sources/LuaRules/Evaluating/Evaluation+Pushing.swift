import LuaBridge

// Conversion of values that go to Lua.

extension Evaluation {
  /// Returns the Lua form of a key's value.
  func push(
    _ rawAnswer: RawAnswer, of key: KeyID, isSecret isInSecret: Bool = false
  ) throws(RuleError) -> LuaPush {
    let isSecret = isInSecret || isSecret(key)
    if case .set(let set) = rawAnswer, !isPrefix(key) {
      switch set.kind {
      case .scalar(let value):
        if isSecret { secrets.note(value) }
        return .value(value)
      case .members where key.number != 0:
        guard case .view(let view) = set.representation else { break }
        return views.add(
          view, given: rawAnswer, isSecret: isSecret,
          origin: isSecret ? nil : SharedReads.origin(of: key, modelIndex: currentModelIndex))
      case .members, .table, .list, .dictionary, .foreign: break
      }
    }
    guard sharesReads, !rawAnswer.isConstant else {
      return try freshPush(rawAnswer, of: key, isSecret: isSecret)
    }
    let place = SharedReads.Place(key, modelIndex: currentModelIndex, isSecret: isSecret)
    if let known = shared[place] { return known }
    let push = try freshPush(rawAnswer, of: key, isSecret: isSecret)
    shared[place] = push
    return push
  }

  private func freshPush(
    _ rawAnswer: RawAnswer, of key: KeyID, isSecret: Bool
  ) throws(RuleError) -> LuaPush {
    try push(
      rawAnswer, path: isPrefix(key) ? key.name : nil, type: declaredType(of: key),
      isSecret: isSecret,
      origin: isSecret || key.number == 0
        ? nil : SharedReads.origin(of: key, modelIndex: currentModelIndex),
      reading: key.name)
  }

  private func declaredType(of key: KeyID) -> ValueType? {
    for modelIndex in modelIndices {
      let keyEntry = keyEntry(of: key, in: modelIndex)
      if keyEntry.with({ $0.isDeclared }) { return keyEntry.with { $0.type } }
    }
    return nil
  }

  /// Returns the Lua form of a value.
  ///
  /// - Parameters:
  ///   - rawAnswer: The value.
  ///   - path: Its path, if some rules assign keys below that path.
  ///   - type: The declared type of its key, which names the members of a table.
  ///   - isSecret: Whether the value is secret.
  ///   - origin: The origin of the value in ``SharedReads``, if it is not the handle.
  ///   - name: The name for the error of a value that has no form in Lua.
  /// - Returns: A scalar, or a view that the evaluation holds.
  /// - Throws: ``RuleError`` with the code `wrongType` for such a value.
  func push(
    _ rawAnswer: RawAnswer, path: String?, type: ValueType? = nil, isSecret: Bool = false,
    origin: UInt64? = nil, reading name: @autoclosure () -> String? = nil
  ) throws(RuleError) -> LuaPush {
    let path = path.flatMap { isPrefix(KeyID(asked: $0)) ? $0 : nil }
    if let other = rawAnswer.swiftValue as? RuleContext, isSame(as: other) { return .context }
    switch views.representation(of: rawAnswer, type: type) {
    case .value(.nil), .value(.null):
      guard let path else { return .value(.nil) }
      return views.add(
        ViewedObject(content: .missing, path: path, given: .lua(.nil), isSecret: isSecret))
    case .value(.function):
      throw RuleError(.wrongType, "a function that a rule gave cannot be read by another rule")
    case .value(let value):
      if isSecret { secrets.note(value) }
      return .value(value)
    case .view(let view):
      return views.add(view, path: path, given: rawAnswer, isSecret: isSecret, origin: origin)
    case .opaque(let value):
      return views.add(
        ViewedObject(content: .opaque(value), path: path, given: rawAnswer, isSecret: isSecret))
    case .unrepresentable(let reason):
      throw RuleError(reading: name(), isSecret ? Redaction.obstacle : reason)
    }
  }

  /// Returns the Lua form of the result of a host function or of a method.
  func push(result: HostResult, isSecret: Bool = false) throws(RuleError) -> LuaPush {
    guard let scalar = result.scalar else {
      return try push(.swift(result.value), path: nil, isSecret: isSecret)
    }
    if isSecret { secrets.note(scalar) }
    return .value(scalar)
  }
}
