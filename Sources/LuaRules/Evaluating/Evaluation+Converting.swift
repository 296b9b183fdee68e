import LuaBridge

extension Evaluation {
  /// Converts an answer to its natural Swift type, for a caller that wants no particular type.
  func natural(_ answer: Answer, named name: String) throws(RuleError) -> (any Sendable)? {
    do {
      return try LuaValue(copying: answer.rawAnswer).natural
    } catch {
      let error = error.masked(isSecret, of: name)
      throw RuleError(error, ofValue: name, .wrongType)
    }
  }

  /// Converts an answer to the requested type; with `isSecret`, errors hide the value.
  func convert<Value>(
    _ answer: Answer, named name: String, to type: Value.Type, isSecret: Bool = false
  ) throws(RuleError) -> Value {
    do {
      return try converted(answer, to: type)
    } catch {
      throw failure(error, of: answer, named: name, isSecret: isSecret)
    }
  }

  /// Converts an answer to the requested type.
  func converted<Value>(
    _ answer: Answer, to type: Value.Type
  ) throws(ConversionError) -> Value {
    guard case .lua(let value) = answer.rawAnswer else {
      return try answer.rawAnswer.converted(to: type, by: { converter })
    }
    VacantPlace.learnCases(of: type)
    return try converter.convert(value, to: type)
  }

  /// The error for too many copied parts; `nil` while the count is within the limit.
  var copyError: RuleError? {
    views.copies.value > limits.valueNodes ? .tooManyNodes(limits) : nil
  }

  /// Makes the error for an answer that could not be converted.
  func failure(
    _ error: ConversionError, of answer: Answer, named name: String, isSecret: Bool
  ) -> RuleError {
    if var error = copyError {
      if let rule = answer.origin.rules.first?.rule { error.location = rule.location }
      return error
    }
    let error = error.masked({ isSecret || self.isSecret($0, inside: $1) }, of: name)
    if let refusal = answer.origin.refusal(error) { return refusal }
    return RuleError(error, ofValue: name, error.kind == .wrongType ? .wrongType : .wrongValue)
  }
}
