import LuaBridge

extension SchemaReader {
  /// Returns whether a member is secret as a whole.
  ///
  /// It is where its schema says so, and where something in it is secret that no
  /// member of its type stands for: the elements of a list, the entries of a
  /// dictionary, one of several alternatives.
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

  /// Returns whether a schema declares a secret that its type does not tell of.
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
    // What else an open object has, has no type.
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

  /// Returns whether anything in a schema, or in what it refers to, is declared secret.
  private func mentionsSecret(_ schema: LuaValue, _ visited: inout Set<SchemaPointer>) -> Bool {
    guard case .table(let schema) = schema else { return false }
    if schema.declaresSecret { return true }
    if let target = target(of: schema, &visited), mentionsSecret(target, &visited) { return true }
    for (_, value) in schema.fields where mentionsSecret(value, &visited) { return true }
    for value in schema.elements where mentionsSecret(value, &visited) { return true }
    return false
  }

  /// What a schema refers to, the first time that it is referred to.
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
