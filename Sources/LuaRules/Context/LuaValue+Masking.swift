import LuaBridge

extension LuaValue {
  /// Returns the value with `Redaction.text` in place of the members that a
  /// type declares secret.
  package func masked(as type: ValueType) -> LuaValue {
    guard type.hasSecrets, case .table(let table) = self else { return self }
    let type = type.withoutNull
    return .table(
      table.mapValues { name, value in
        guard let name else { return value.masked(as: type.elementType) }
        return type.isSecret(at: [name])
          ? .string(Redaction.text) : value.masked(as: type.type(ofMember: name))
      })
  }
}
