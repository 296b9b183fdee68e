import LuaBridge

extension Conversion {
  func list(
    _ value: LuaValue, of element: ValueType, depth: Int
  ) throws(ConversionError) -> LuaValue {
    let type = ValueType.list(of: element)
    guard let table = try table(value, type) else { return value }
    guard !table.isObject else { throw wrongType(value, type) }
    var elements: [LuaValue] = []
    elements.reserveCapacity(table.elements.count)
    for (index, value) in table.elements.enumerated() {
      elements.append(try convert(value, to: element, depth: depth + 1, at: String(index + 1)))
    }
    return .table(LuaTable(elements: elements))
  }

  func dictionary(
    _ value: LuaValue, of entry: ValueType, depth: Int
  ) throws(ConversionError) -> LuaValue {
    let type = ValueType.dictionary(of: entry)
    guard let table = try table(value, type) else { return value }
    guard table.elements.isEmpty else { throw wrongType(value, type) }
    var fields: [(name: String, value: LuaValue)] = []
    fields.reserveCapacity(table.fields.count)
    for field in table.fields {
      let value = try convert(field.value, to: entry, depth: depth + 1, at: field.name)
      fields.append((field.name, value))
    }
    return .table(LuaTable(object: fields))
  }

  func object(
    _ value: LuaValue, as object: ObjectType, depth: Int
  ) throws(ConversionError) -> LuaValue {
    if direction == .outOfLua, object.isDecoded {
      return try convert(value, to: .any, depth: depth)
    }
    let type = ValueType.object(object)
    guard let table = try table(value, type) else { return value }
    guard table.elements.isEmpty else { throw wrongType(value, type) }
    var fields: [(name: String, value: LuaValue)] = []
    fields.reserveCapacity(table.fields.count)
    for field in table.fields {
      guard let member = object[field.name] else {
        guard object.isOpen else { throw unknownMember(field.name, of: object) }
        let value = try convert(field.value, to: .any, depth: depth + 1, at: field.name)
        fields.append((field.name, value))
        continue
      }
      fields.append((field.name, try convert(field.value, to: member, depth: depth + 1)))
    }
    try complete(&fields, given: table, as: object)
    return .table(LuaTable(object: fields))
  }

  private func convert(
    _ value: LuaValue, to member: ObjectType.Member, depth: Int
  ) throws(ConversionError) -> LuaValue {
    switch (direction, value) {
    case (.intoLua, .nil), (.intoLua, .null): return value
    default: return try convert(value, to: member.type, depth: depth, at: member.name)
    }
  }

  /// Adds defaults on the way into Lua; checks for required members on the way
  /// out.
  private func complete(
    _ fields: inout [(name: String, value: LuaValue)], given table: LuaTable, as object: ObjectType
  ) throws(ConversionError) {
    var isExtended = false
    for member in object.members where table[member.name] == nil {
      switch direction {
      case .intoLua:
        guard let value = member.defaultValue else { continue }
        fields.append((member.name, value))
        isExtended = true
      case .outOfLua:
        guard member.isRequired else { continue }
        throw ConversionError(
          .wrongType, given: LuaValue.nil.literal, expected: member.type.expectation,
          path: [member.name])
      }
    }
    guard isExtended else { return }
    fields.sort { $0.name.precedesInBytes($1.name) }
  }

  func unknownMember(_ name: String, of object: ObjectType) -> ConversionError {
    let names = object.members.map(\.name)
    var error = ConversionError(
      .wrongValue, given: "an object with `\(name)`",
      expected: names.isEmpty
        ? "an object without members" : "one with \(names.joined(separator: ", "))",
      allowed: names)
    error.unknownMember = name
    return error
  }

  /// Returns the value as a table; `nil` for a host object, which is passed on
  /// unchanged.
  private func table(
    _ value: LuaValue, _ type: ValueType
  ) throws(ConversionError) -> LuaTable? {
    switch value {
    case .table(let table): return table
    case .object where direction == .outOfLua: return nil
    default: throw wrongType(value, type)
    }
  }
}
