extension Evaluation {
  /// Whether the value of a key is secret.
  func isSecret(_ key: KeyID) -> Bool {
    guard mayHaveSecrets else { return false }
    if key.number == 0 || state.value.hasSetSecrets || state.value.hasAliases {
      return isSecret(key.name)
    }
    return modelIndices.contains { keyEntry(of: key, in: $0).with { $0.isSecret } }
  }

  /// Whether the value at a path is secret.
  func isSecret(_ path: String) -> Bool { isSecret(path, inside: []) }

  /// Returns whether a part of the value at a path is secret.
  func isSecret(_ name: String, inside steps: [String]) -> Bool {
    mayHaveSecrets && values.isSecret(name, inside: steps, schemas: links.lazy.map(\.schema))
  }

  /// Runs `body`; if it throws, the mask replaces each known secret in the error.
  ///
  /// Costs nothing if `body` does not throw.
  func masking<Result>(
    _ body: (Evaluation) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    do {
      return try body(self)
    } catch {
      throw error.masked(knownSecrets)
    }
  }

  /// The secrets that rules have read, and those that a host function may have read.
  var knownSecrets: SecretTexts {
    guard mayHaveSecrets else { return secrets }
    var scan = SecretScan(values, schemas: links.map(\.schema), known: secrets)
    scan.noteValues()
    for (key, answer) in memo.all { scan.note(key.name) { answer.rawAnswer } }
    return scan.texts
  }
}
