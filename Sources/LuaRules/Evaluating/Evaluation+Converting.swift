import LuaBridge

extension Evaluation {
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
      return try answer.payload.converted(to: type, by: { converter })
    }
    VacantPlace.learnCases(of: type)
    return try converter.convert(value, to: type)
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
  /// Creates the error of a value that is not what it is asked as.
  init(_ error: ConversionError, ofValue name: String, _ code: Code) {
    self.init(
      code, "`\(name)` is \(error.given); expected \(error.expected)", hint: error.spellingHint)
    isMasked = error.isMasked
  }
}
