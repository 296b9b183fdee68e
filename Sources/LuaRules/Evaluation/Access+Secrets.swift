import LuaBridge

extension Access {
  /// Whether what stands at a path is secret.
  func isSecret(_ path: String) -> Bool { isSecret(path, inside: []) }

  /// Returns whether a part of a key's value is secret.
  func isSecret(_ name: String, inside steps: [String]) -> Bool {
    guard mayHaveSecrets else { return false }
    return context.isSecret(name, inside: steps, schemas: links.lazy.map(\.schema))
  }

  /// Runs a body; an error of it shows the mask in place of each known secret.
  ///
  /// Costs nothing unless an error is thrown.
  func masking<Result>(
    _ body: (Access) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    do {
      return try body(self)
    } catch {
      throw error.masked(knownSecrets)
    }
  }

  /// The secrets that rules have read, and those that a host function may have
  /// read: what is set, and what rules gave, as a whole or as a part.
  var knownSecrets: SecretTexts {
    guard mayHaveSecrets else { return secrets }
    var known = secrets
    for name in context.values.names {
      note(name, &known) { context.values[name].map { .swift($0) } }
    }
    for (key, answer) in memo.all { note(key.name, &known) { answer.payload } }
    return known
  }

  /// Notes the secrets in the value of a key.
  private func note(_ name: String, _ known: inout SecretTexts, _ payload: () -> Payload?) {
    if isSecret(name) {
      if let payload = payload() { known.note(copied(payload)) }
      return
    }
    for link in links {
      let original = context.values.original(of: name) ?? name
      guard let type = link.schema[original]?.type, type.hasSecrets, let payload = payload() else {
        continue
      }
      known.noteSecrets(in: copied(payload), of: type)
    }
  }

  private func copied(_ payload: Payload) -> LuaValue {
    (try? LuaValue(copying: payload, opaque: { _ in .nil })) ?? .nil
  }
}
