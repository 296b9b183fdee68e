import LuaBridge

/// A key that may be asked from outside of the program, such as by the clients of a service.
package struct AnswerableKey: Sendable {
  package let name: String
  /// Whether the candidates that decide are constants without conditions, so that no value of the
  /// context matters.
  package let isFixed: Bool
  /// Whether the key is declared as a number that may have a fraction.
  package let isFloatingPoint: Bool
}

extension RuleModel {
  /// The keys that may be asked from outside, in byte order.
  ///
  /// These are the keys that a rule assigns, and the declared keys with a default that no rule reads:
  /// what rules read and do not assign is a value of the context. A key whose value, or a part of it,
  /// is secret is not among them.
  package var answerableKeys: [AnswerableKey] {
    let models = current
    let schema = schema
    let declared = schema.names.filter { name in
      schema.hasDefault(name)
        && models.allSatisfy { $0.readNames?.mayInclude(name) == false }
    }
    return (assignedKeys + declared).uniqueByBytes()
      .filter { !schema.mayShowSecret(at: $0) }
      .map { name in
        let key = schema[name]
        let candidates = models.flatMap { $0.candidates[name] ?? [] }
        // With another policy than `first`, every candidate matters.
        let deciding =
          (key?.hitPolicy ?? .first).answersAlone ? candidates.prefix(1) : candidates[...]
        let isFloatingPoint = if case .number = key?.type.withoutNull { true } else { false }
        return AnswerableKey(
          name: name, isFixed: !deciding.isEmpty && deciding.allSatisfy(\.isFixed),
          isFloatingPoint: isFloatingPoint)
      }
  }
}

extension RuleSchema {
  /// Whether a key has a default value other than `nil`.
  package func hasDefault(_ key: String) -> Bool {
    guard let declared = self[key] else { return false }
    if !declared.isFromJSON { return true }
    switch declared.defaultRawAnswer() {
    case .lua(.nil), .lua(.null): return false
    default: return true
    }
  }

  /// Whether the value at a path, a value around it, or a part of it is secret.
  fileprivate func mayShowSecret(at path: String) -> Bool {
    guard hasSecrets else { return false }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return isSecret(path)
      || (1...names.count).contains { count in
        hasSecrets(
          names.prefix(count).joined(separator: "."), inside: Array(names.dropFirst(count)))
      }
  }
}
