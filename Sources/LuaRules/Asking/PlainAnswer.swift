import LuaBridge

/// An answer as plain data, to be compared with another one and printed.
package struct PlainAnswer: Sendable {
  /// The value; what shows no members is a string that describes it.
  package let value: LuaValue
  /// The value as one line of JSON, without secrets.
  package let printed: String
  /// What gave the value.
  package let source: RuleAnswerSource
  /// The rule that gave the value; `nil` when no rule did.
  package let rule: RuleID?
  /// What the key may hold.
  package let type: ValueType
  /// Whether the value is not to be printed.
  package let isSecret: Bool
}

extension RuleContext {
  /// Sets a value as a context in JSON would.
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
      if case .rule(let winner, _) = answer.origin { rule = RuleID(winner) }
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
