import LuaBridge

extension Evaluation {
  /// Looks for an answer at a path: as a key, else as a member of the value before the last dot.
  ///
  /// Unlike ``answer(at:)``, it takes a missing member for no answer, and prefers what is set or what
  /// rules give to a declared default.
  ///
  /// - Returns: The answer; `nil` if the path is unknown, or if no rule answers for it.
  func found(at path: String) throws(RuleError) -> FoundAnswer? {
    let key = KeyID(asked: path)
    let own = mayAnswer(for: key) ? try answer(key) : nil
    if let own, own.isGiven {
      return FoundAnswer(own, at: path, of: self, isSecret: isSecret(path))
    }
    if let dot = path.lastIndex(of: "."), let outer = try found(at: String(path[..<dot])),
      let member = member(named: String(path[path.index(after: dot)...]), of: outer, at: path),
      own == nil || member.isGiven
    {
      return member
    }
    guard let own, !own.isNothing else { return nil }
    return FoundAnswer(own, at: path, of: self, isSecret: isSecret(path))
  }

  /// Whether the key may be set, assigned or declared.
  ///
  /// For a name without a number, which most unknown names are, this is faster than an entry.
  private func mayAnswer(for key: KeyID) -> Bool {
    if key.number != 0 || state.value.hasAliases || set(for: key) != nil { return true }
    let name = key.name
    return cores.contains { core in
      core.with { $0.candidates[name] != nil || $0.schema[name] != nil }
    }
  }

  private func member(
    named name: String, of outer: FoundAnswer, at path: String
  ) -> FoundAnswer? {
    let type = declaredType(at: outer.name)
    guard case .view(let view) = views.representation(of: outer.answer.rawAnswer, type: type),
      case .value(let value) = view.member(atStep: name)
    else { return nil }
    return FoundAnswer(
      Answer(rawAnswer: .swift(value), origin: outer.answer.origin), at: path, of: self,
      isSecret: outer.isOfSecret || view.isSecret(.string(name)) || isSecret(path))
  }

  /// Checks what a rule gave against the declared type of its key, as loading does with constants.
  func check(_ found: FoundAnswer) throws(RuleError) -> FoundAnswer {
    let isDeclared = cores.contains { $0.with { !$0.schema.isEmpty } }
    if !isDeclared || found.answer.origin.rules.isEmpty { return found }
    if case .rule(let rule, _) = found.answer.origin, case .constant = rule.assignment,
      cores.count == 1, rule.key.hasSameBytes(as: found.name)
    {
      return found
    }
    let type = declaredType(at: found.name)
    if type == .any { return found }
    let value = try copy(found.answer, named: found.name, as: type)
    return FoundAnswer(
      Answer(rawAnswer: .lua(value), origin: found.answer.origin), at: found.name, of: self,
      isSecret: found.isOfSecret)
  }
}

/// The answer for a name, in the evaluation that found it.
package struct FoundAnswer {
  /// The name, or path of names, that has the answer.
  package let name: String
  let answer: Answer
  /// Whether the name is declared secret, or the value is part of a secret.
  let isOfSecret: Bool
  private let evaluation: Evaluation

  init(_ answer: Answer, at name: String, of evaluation: Evaluation, isSecret: Bool) {
    self.name = name
    self.answer = answer
    self.evaluation = evaluation
    isOfSecret = isSecret
  }

  /// Whether a value is set, or a rule gave it: no default.
  var isGiven: Bool { answer.isGiven }

  /// The value, if it is a scalar in its Lua form.
  package var scalar: LuaValue? {
    switch answer.rawAnswer {
    case .lua(.table), .lua(.object), .lua(.function), .swift: return nil
    case .lua(let value): return value
    case .set(let set):
      if case .scalar(let value) = set.kind { return value }
      return nil
    }
  }

  /// Whether the value is an explicit nothing.
  package var isNothing: Bool {
    switch scalar {
    case .nil, .null: return true
    case .some: return false
    case nil: break
    }
    switch evaluation.views.representation(of: answer.rawAnswer) {
    case .value(.nil), .value(.null): return true
    default: return false
    }
  }

  /// Whether the value must not be printed: it is secret, or has the text of a secret in it.
  package var isSecret: Bool {
    if isOfSecret || !evaluation.mayHaveSecrets { return isOfSecret }
    let copy = try? LuaValue(copying: answer.rawAnswer, opaque: { _ in .nil })
    return copy.map { evaluation.knownSecrets.occur(in: $0) } ?? true
  }

  /// Converts the value.
  ///
  /// - Throws: ``RuleError`` for a value that does not fit.
  package func converted<Value>(to type: Value.Type) throws(RuleError) -> Value {
    try evaluation.convert(answer, named: name, to: type, isSecret: isOfSecret)
  }

  /// The value in its natural Swift form, for observers.
  var natural: (any Sendable)? {
    get throws(RuleError) { try evaluation.natural(answer, named: name) }
  }
}

extension Answer {
  /// Whether a value is set, or a rule gave it.
  var isGiven: Bool {
    switch origin {
    case .set, .rule, .rules: true
    case .declared, .nothing: false
    }
  }
}
