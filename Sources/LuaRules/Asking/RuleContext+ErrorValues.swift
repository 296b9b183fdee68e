import LuaBridge

// What is given in place of an answer that fails, where a key is asked by its name.

extension RuleContext {
  /// Returns what the key at a path declares for errors, as one line of JSON; `nil` if it declares
  /// nothing.
  ///
  /// Below a key with a value for errors, a path is a member of that value.
  package func jsonOnError(at path: String) -> String? {
    try? Evaluation.with(self) { evaluation throws(RuleError) in
      guard let answer = try evaluation.answerOnError(at: path) else { return nil }
      return try evaluation.jsonText(of: answer, at: path)
    }
  }

  /// Runs `body` with what the key at a path, or else the key with another name, declares for errors.
  ///
  /// - Throws: ``RuleError`` from `body`.
  package func withAnswerOnError(
    at path: String, or other: String?, _ body: (FoundAnswer) throws(RuleError) -> Void
  ) throws(RuleError) {
    try Evaluation.with(self) { evaluation throws(RuleError) in
      for name in [path, other].compactMap(\.self) where NamePath.problem(of: name) == nil {
        guard let answer = try evaluation.answerOnError(at: name) else { continue }
        return try body(
          FoundAnswer(answer, at: name, of: evaluation, isSecret: evaluation.isSecret(name)))
      }
    }
  }

  /// Returns what the key at a path declares for errors, in its natural Swift form.
  func naturalOnError(at path: String) -> (any Sendable)? {
    try? Evaluation.with(self) { evaluation throws(RuleError) in
      guard let answer = try evaluation.answerOnError(at: path) else { return nil }
      return try evaluation.natural(answer, named: path)
    }
  }
}

extension Evaluation {
  /// Returns what accessors give at a path after an error; `nil` if no declaration says it.
  func answerOnError(at path: String) throws(RuleError) -> Answer? {
    let key = try resolved(KeyID(asked: path))
    var isDeclared = false
    for modelIndex in modelIndices {
      guard let declared = keyEntry(of: key, in: modelIndex).with({ $0.declared }) else { continue }
      isDeclared = true
      guard let value = declared.rawAnswerOnError() else { continue }
      return Answer(rawAnswer: value, origin: .declared)
    }
    guard !isDeclared, let dot = path.lastIndex(of: ".") else { return nil }
    let outerPath = String(path[..<dot])
    guard let outer = try answerOnError(at: outerPath),
      case .view(let view) = views.representation(
        of: outer.rawAnswer, type: declaredType(at: outerPath)),
      case .value(let value) = view.member(.string(String(path[path.index(after: dot)...])))
    else { return nil }
    return Answer(rawAnswer: .swift(value), origin: .declared)
  }
}
