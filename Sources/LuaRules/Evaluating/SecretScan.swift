import LuaBridge

/// Finds the texts of secrets among the values that one evaluation has to do with.
///
/// Rules note the secrets that they read. A host function may read more, and tell it in an error: what is set
/// on the context, and what rules gave, as a whole or as a part. The scan is made when an error, or a printed
/// line, is about to be shown.
struct SecretScan {
  let values: ContextValues
  let schemas: [RuleSchema]
  /// What was found so far.
  private(set) var texts: SecretTexts

  /// Begins with the texts that are known already.
  init(_ values: ContextValues, schemas: [RuleSchema], known texts: SecretTexts) {
    self.values = values
    self.schemas = schemas
    self.texts = texts
  }

  /// Notes the secrets in what is set.
  mutating func noteValues() {
    let values = values
    for name in values.names { note(name) { values[name].map { .swift($0) } } }
  }

  /// Notes the secrets in the value of a key.
  mutating func note(_ name: String, _ payload: () -> RawAnswer?) {
    if values.isSecret(name, schemas: schemas) {
      if let payload = payload() { texts.note(copied(payload)) }
      return
    }
    let original = values.original(of: name) ?? name
    for schema in schemas {
      guard let type = schema[original]?.type, type.hasSecrets, let payload = payload() else {
        continue
      }
      texts.noteSecrets(in: copied(payload), of: type)
    }
  }

  private func copied(_ payload: RawAnswer) -> LuaValue {
    (try? LuaValue(copying: payload, opaque: { _ in .nil })) ?? .nil
  }
}
