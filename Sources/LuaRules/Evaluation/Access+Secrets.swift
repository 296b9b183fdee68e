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
  /// read: what is set, and what rules gave.
  var knownSecrets: SecretTexts {
    guard mayHaveSecrets else { return secrets }
    var known = secrets
    for name in context.values.names where isSecret(name) {
      if let value = context.values[name] { known.note(copied(.swift(value))) }
    }
    for (key, answer) in memo.all where isSecret(key.name) { known.note(copied(answer.payload)) }
    return known
  }

  private func copied(_ payload: Payload) -> LuaValue {
    (try? LuaValue(copying: payload, opaque: { _ in .nil })) ?? .nil
  }
}
