import LuaBridge

extension LuaValue {
  /// The value with the mask in place of the members that a type calls secret.
  func masked(as type: ValueType) -> LuaValue {
    guard type.hasSecrets, case .table(var table) = self else { return self }
    let type = type.withoutNull
    for index in table.elements.indices {
      table.elements[index] = table.elements[index].masked(as: type.elementType)
    }
    for index in table.fields.indices {
      let (name, value) = table.fields[index]
      table.fields[index].value =
        type.isSecret(at: [name])
        ? .string(Mask.text) : value.masked(as: type.type(ofMember: name))
    }
    return .table(table)
  }
}
