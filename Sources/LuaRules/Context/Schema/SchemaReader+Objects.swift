import LuaBridge

extension SchemaReader {
  /// Reads an object: named members, or a dictionary if it declares no members.
  mutating func object(
    _ schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> ValueType {
    let isOpen = try isOpen(schema, at: pointer)
    if schema["properties"] == nil, isOpen {
      guard let entry = schema["additionalProperties"] else { return .dictionary(of: .any) }
      return .dictionary(
        of: try type(of: entry, at: pointer.appending("additionalProperties")))
    }
    let required = try requiredNames(of: schema, at: pointer)
    var members = try properties(of: schema, at: pointer)
    for index in members.indices {
      members[index].isRequired = required.contains(Array(members[index].name.utf8))
    }
    let name = try optionalString("title", of: schema, at: pointer)
    var object = ObjectType(name: name, members: members, isOpen: isOpen)
    object.isDecoded = try isDecoded(schema, at: pointer)
    return .object(object)
  }

  /// Reads the members that `properties` declares.
  mutating func properties(
    of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> [ObjectType.Member] {
    guard let properties = schema["properties"] else { return [] }
    let pointer = pointer.appending("properties")
    var members: [ObjectType.Member] = []
    for field in try table(properties, at: pointer).fields {
      members.append(try member(field.name, field.value, at: pointer.appending(field.name)))
    }
    return members
  }

  private mutating func member(
    _ name: String, _ schema: LuaValue, at pointer: SchemaPointer
  ) throws(Failure) -> ObjectType.Member {
    let type = try type(of: schema, at: pointer)
    var member = ObjectType.Member(name, type)
    guard case .table(let schema) = schema else { return member }
    if let (value, place) = try annotation("default", of: schema, at: pointer) {
      member.defaultValue = try convert(value, to: type, at: place)
    }
    if let (value, place) = try annotation("description", of: schema, at: pointer) {
      member.description = try string(value, at: place)
    }
    member.isSecret = try isSecret(schema, type, at: pointer)
    return member
  }

  /// Finds a keyword of a schema, or else of the target of its reference, or of a branch of its `allOf`.
  func annotation(
    _ name: String, of schema: LuaTable, at pointer: SchemaPointer, depth: Int = 0
  ) throws(Failure) -> (LuaValue, SchemaPointer)? {
    if let value = schema[name] { return (value, pointer.appending(name)) }
    guard depth < 32 else { return nil }
    if let reference = schema["$ref"] {
      let target = try resolve(reference, at: pointer.appending("$ref"))
      if case .table(let next) = target.value,
        let found = try annotation(name, of: next, at: target.pointer, depth: depth + 1)
      {
        return found
      }
    }
    guard case .table(let branches)? = schema["allOf"] else { return nil }
    for (index, branch) in branches.elements.enumerated() {
      let place = pointer.appending("allOf").appending(String(index))
      if case .table(let branch) = branch,
        let found = try annotation(name, of: branch, at: place, depth: depth + 1)
      {
        return found
      }
    }
    return nil
  }

  /// Returns whether an object may have members that are not declared.
  func isOpen(_ schema: LuaTable, at pointer: SchemaPointer) throws(Failure) -> Bool {
    switch schema["additionalProperties"] {
    case nil, .table: return true
    case .boolean(let isOpen): return isOpen
    case let value?:
      throw refusal(
        pointer.appending("additionalProperties"),
        "expected true, false or an object, got \(value.jsonName)")
    }
  }

  /// Returns whether the host decodes what rules give.
  func isDecoded(
    _ schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> Bool {
    switch schema[SchemaDocument.decodedKeyword] {
    case nil: return false
    case .boolean(let isDecoded): return isDecoded
    case let value?:
      throw refusal(
        pointer.appending(SchemaDocument.decodedKeyword),
        "expected true or false, got \(value.jsonName)")
    }
  }

  private func requiredNames(
    of schema: LuaTable, at pointer: SchemaPointer
  ) throws(Failure) -> Set<[UInt8]> {
    guard let required = schema["required"] else { return [] }
    let pointer = pointer.appending("required")
    var names: Set<[UInt8]> = []
    for (index, name) in try list(required, at: pointer).enumerated() {
      // Names are compared by their bytes: Swift treats canonically equivalent strings as
      // equal.
      names.insert(Array(try string(name, at: pointer.appending(String(index))).utf8))
    }
    return names
  }
}

/// A bound of a range of integers.
enum Bound {
  /// An integer.
  case exact(Int64)
  /// A number with a fraction, or outside of 64 bits.
  case approximate(Double)

  /// The nearest `Double`.
  var number: Double {
    switch self {
    case .exact(let value): Double(value)
    case .approximate(let value): value
    }
  }

  func rounded(_ rule: FloatingPointRoundingRule) -> Bound {
    switch self {
    case .exact: self
    case .approximate(let value): .approximate(value.rounded(rule))
    }
  }
}

extension Int64 {
  /// Creates the integer that is nearest to a rounded bound.
  init(clamping bound: Bound) {
    switch bound {
    case .exact(let value): self = value
    case .approximate(let value):
      self = Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
  }
}
