import LuaBridge

extension SchemaReader {
  /// Returns whether a member is secret as a whole.
  ///
  /// A member is secret if its schema says so, or if it contains a secret that
  /// no member of its type represents: in the elements of a list, the entries
  /// of a dictionary, or one of several alternatives.
  func isSecret(
    _ schema: LuaTable, _ type: ValueType, at pointer: SchemaPointer
  ) throws(Failure) -> Bool {
    if let (value, place) = try annotation(SchemaDocument.secretKeyword, of: schema, at: pointer) {
      guard case .boolean(let isSecret) = value else {
        throw refusal(place, "expected true or false, got \(value.jsonName)")
      }
      if isSecret { return true }
    }
    var visited: Set<SchemaPointer> = []
    return hidesSecret(.table(schema), type, &visited)
  }

  /// Returns whether a schema declares a secret that its type does not express.
  private func hidesSecret(
    _ schema: LuaValue?, _ type: ValueType, _ visited: inout Set<SchemaPointer>
  ) -> Bool {
    guard case .table(let schema)? = schema else { return false }
    if schema.declaresSecret { return true }
    if let target = target(of: schema, &visited) { return hidesSecret(target, type, &visited) }
    switch type.withoutNull {
    case .any: return mentionsSecret(.table(schema), &visited)
    case .list(let element) where hidesSecret(schema["items"], element, &visited): return true
    case .dictionary(let entry)
    where hidesSecret(schema["additionalProperties"], entry, &visited): return true
    // The other members of an open object have no type.
    case .object where mentionsSecret(schema["additionalProperties"] ?? .nil, &visited):
      return true
    default: break
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
      guard case .table(let branches)? = schema[keyword] else { continue }
      for branch in branches.elements where hidesSecret(branch, type, &visited) { return true }
    }
    return false
  }

  /// Returns whether any part of a schema, or of the targets of its references,
  /// is declared secret.
  private func mentionsSecret(_ schema: LuaValue, _ visited: inout Set<SchemaPointer>) -> Bool {
    guard case .table(let schema) = schema else { return false }
    if schema.declaresSecret { return true }
    if let target = target(of: schema, &visited), mentionsSecret(target, &visited) { return true }
    for (_, value) in schema.fields where mentionsSecret(value, &visited) { return true }
    for value in schema.elements where mentionsSecret(value, &visited) { return true }
    return false
  }

  /// Returns the target of a schema's reference; `nil` if it was visited
  /// before.
  private func target(of schema: LuaTable, _ visited: inout Set<SchemaPointer>) -> LuaValue? {
    guard let reference = schema["$ref"],
      let target = try? resolve(reference, at: SchemaPointer()),
      visited.insert(target.pointer).inserted
    else { return nil }
    return target.value
  }
}

extension LuaTable {
  fileprivate var declaresSecret: Bool {
    guard case .boolean(true)? = self[SchemaDocument.secretKeyword] else { return false }
    return true
  }
}
