import LuaBridge

/// Finds the texts of secrets among the values of one evaluation.
///
/// Rules note the secrets that they read. A host function may read more secrets and put them into
/// an error. So the scan looks at all set values and all answers, whole or in part; it runs when an
/// error or a printed line is about to be shown.
struct SecretScan {
  let values: ContextValues
  let schemas: [RuleSchema]
  /// The secrets found so far.
  private(set) var texts: SecretTexts

  /// Starts with the texts that are already known.
  init(_ values: ContextValues, schemas: [RuleSchema], known texts: SecretTexts) {
    self.values = values
    self.schemas = schemas
    self.texts = texts
  }

  /// Notes the secrets in the set values.
  mutating func noteValues() {
    let values = values
    for name in values.names { note(name) { values[name].map { .swift($0) } } }
  }

  /// Notes the secrets in the value of a key.
  mutating func note(_ name: String, _ rawAnswer: () -> RawAnswer?) {
    if values.isSecret(name, schemas: schemas) {
      if let rawAnswer = rawAnswer() { texts.note(copied(rawAnswer)) }
      return
    }
    let original = values.original(of: name) ?? name
    for schema in schemas {
      guard let type = schema[original]?.type, type.hasSecrets, let rawAnswer = rawAnswer() else {
        continue
      }
      texts.noteSecrets(in: copied(rawAnswer), of: type)
    }
  }

  private func copied(_ rawAnswer: RawAnswer) -> LuaValue {
    (try? LuaValue(copying: rawAnswer, opaque: { _ in .nil })) ?? .nil
  }
}
