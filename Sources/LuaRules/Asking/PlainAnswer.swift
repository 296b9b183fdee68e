import LuaBridge

/// An answer as plain data, which can be compared and printed.
package struct PlainAnswer: Sendable {
  /// The value; a string that describes it replaces an object without members.
  package let value: LuaValue
  /// The value as one line of JSON, without secrets.
  package let printed: String
  /// Where the value came from.
  package let source: RuleAnswerSource
  /// The rule that gave the value; `nil` if no rule did.
  package let rule: RuleID?
  /// The declared type of the key.
  package let type: ValueType
  /// Whether the value must not be printed.
  package let isSecret: Bool
}

extension RuleContext {
  /// Converts and sets a value in the same way as a context in JSON.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`.
  package mutating func setValue(_ value: LuaValue, for name: String) throws(RuleError) {
    try set(value, for: name, model.schema)
  }

  /// Returns the answer at a name or a path of names as plain data.
  ///
  /// - Throws: ``RuleError`` as ``json(at:)``.
  package func plainAnswer(at path: String) throws(RuleError) -> PlainAnswer {
    try Evaluation.with(self) { evaluation throws(RuleError) in
      guard let answer = try evaluation.answer(at: path) else { throw evaluation.unknownKey(path) }
      let type = evaluation.declaredType(at: path)
      let value = try evaluation.copy(answer, named: path, as: type)
      var rule: RuleID?
      if let winner = answer.origin.rules.first?.rule { rule = RuleID(winner) }
      return PlainAnswer(
        value: evaluation.describingObjects(in: value),
        printed: evaluation.json(of: answer, named: path),
        source: RuleAnswer(value, answer.origin).source, rule: rule, type: type,
        isSecret: evaluation.isSecret(path))
    }
  }
}

extension Evaluation {
  /// The value with descriptions in place of the host's objects.
  func describingObjects(in value: LuaValue) -> LuaValue {
    switch value {
    case .object(let handle):
      return subject(of: handle).map { .string(String(describing: $0)) } ?? .nil
    case .table(let table):
      return .table(table.mapValues { describingObjects(in: $1) })
    default: return value
    }
  }
}
