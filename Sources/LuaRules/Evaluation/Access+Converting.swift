import LuaBridge

extension Access {
  /// Answers at a path: as a key, else as a member of what stands before the last dot.
  func answer(at path: String) throws(RuleError) -> Answer? {
    if let answer = try answer(KeyID(asked: path)),
      !answer.isNothing || !path.utf8.contains(UInt8(ascii: "."))
    {
      return answer
    }
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let name = String(path[path.index(after: dot)...])
    guard let outer = try answer(at: String(path[..<dot])) else { return nil }
    let type = declaredType(at: String(path[..<dot]))
    switch views.representation(of: outer.payload, type: type) {
    case .value(.nil), .value(.null): return Answer(payload: .lua(.nil), origin: outer.origin)
    case .view(let view):
      switch view.member(.string(name)) {
      case .value(let value): return Answer(payload: .swift(value), origin: outer.origin)
      case .absent: return Answer(payload: .lua(.nil), origin: outer.origin)
      case .unknown(let members, let note):
        throw .unknownMember(name, members: members, note: note)
      }
    default:
      throw RuleError(.unknownMember, "`\(path)` cannot be read: it has no members")
    }
  }

  /// The value of an answer whose type nobody asked for.
  func natural(_ answer: Answer, named name: String) throws(RuleError) -> (any Sendable)? {
    do {
      return try LuaValue(copying: answer.payload).natural
    } catch {
      let error = error.masked(isSecret, of: name)
      throw RuleError(error, ofValue: name, .wrongType)
    }
  }

  /// Converts an answer to the type that is asked for; who asks may know that it is secret.
  func convert<Value>(
    _ answer: Answer, named name: String, to type: Value.Type, isSecret: Bool = false
  ) throws(RuleError) -> Value {
    do {
      return try converted(answer, to: type)
    } catch {
      throw failure(error, of: answer, named: name, isSecret: isSecret)
    }
  }

  /// Converts an answer to the type that is asked for.
  func converted<Value>(
    _ answer: Answer, to type: Value.Type
  ) throws(ConversionError) -> Value {
    guard case .lua(let value) = answer.payload else {
      return try converted(given: answer, to: type)
    }
    VacantPlace.learnCases(of: type)
    return try converter.convert(value, to: type)
  }

  /// Apart: generic code looks up the types of all that a function may come to.
  @inline(never)
  private func converted<Value>(
    given answer: Answer, to type: Value.Type
  ) throws(ConversionError) -> Value {
    switch answer.payload {
    case .lua: break
    case .swift(let value):
      if let same = value as? Value { return same }
      if let boxed = LuaConverter.boxed(value, as: type) { return boxed }
    case .set(let set):
      let value: Any = set.erased
      if let same = value as? Value { return same }
      if let boxed = LuaConverter.boxed(value, as: type) { return boxed }
    }
    return try converter.convert(try LuaValue(copying: answer.payload), to: type)
  }

  /// The error of a value with too many copied parts; `nil` for a value that has not.
  var copyError: RuleError? {
    views.copies.value > limits.valueNodes ? .tooManyNodes(limits) : nil
  }

  /// The error of an answer that could not be converted.
  func failure(
    _ error: ConversionError, of answer: Answer, named name: String, isSecret: Bool
  ) -> RuleError {
    if var error = copyError {
      if case .rule(let rule, _) = answer.origin { error.location = rule.location }
      return error
    }
    let error = error.masked({ isSecret || self.isSecret($0, inside: $1) }, of: name)
    if case .rule(let rule, _) = answer.origin { return RuleError(error, givenBy: rule) }
    return RuleError(error, ofValue: name, error.kind == .wrongType ? .wrongType : .wrongValue)
  }
}

extension RuleError {
  static func tooManyNodes(_ budget: Budget) -> RuleError {
    RuleError(
      .budget, "a value with more than \(budget.valueNodes) parts cannot come out of the rules")
  }

  /// Creates the error of a value that is not what it is asked as.
  init(_ error: ConversionError, ofValue name: String, _ code: Code) {
    self.init(
      code, "`\(name)` is \(error.given); expected \(error.expected)", hint: error.spellingHint)
    isMasked = error.isMasked
  }
}
