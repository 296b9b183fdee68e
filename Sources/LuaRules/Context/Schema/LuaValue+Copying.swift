import LuaBridge

extension LuaValue {
  /// The maximum nesting depth of a copied value.
  static let copyDepth = 200

  /// Copies a whole value; views are copied member by member.
  ///
  /// - Parameters:
  ///   - rawAnswer: The value.
  ///   - isMasked: Whether `Redaction.text` replaces secret members in the copy.
  ///   - opaque: Returns the replacement for a value without visible members; by
  ///     default it throws.
  /// - Throws: ``ConversionError`` for a value that Lua cannot hold or that cannot be copied.
  init(
    copying rawAnswer: RawAnswer, isMasked: Bool = false,
    opaque: (Any) throws(ConversionError) -> LuaValue = Self.refuse
  ) throws(ConversionError) {
    switch rawAnswer {
    case .lua(let value): self = value
    case .swift(let value):
      try self.init(
        LuaRepresentation(of: value), depth: 0, isMasked: isMasked, opaque: opaque)
    case .set(let set):
      try self.init(
        LuaRepresentation(of: set.erased), depth: 0, isMasked: isMasked, opaque: opaque)
    }
  }

  /// Copies the Lua form of a Swift value.
  init(
    _ representation: LuaRepresentation, depth: Int, isMasked: Bool = false,
    opaque: (Any) throws(ConversionError) -> LuaValue
  ) throws(ConversionError) {
    switch representation {
    case .value(let value): self = value
    case .opaque(let value): self = try opaque(value)
    case .unrepresentable(let reason):
      throw .unrepresentable(reason)
    case .view(let view):
      guard depth < Self.copyDepth else {
        throw ConversionError(
          .wrongValue, given: "a value nested deeper than \(Self.copyDepth) levels",
          expected: "fewer levels")
      }
      self = try .table(
        Self.copy(view, depth: depth + 1, isMasked: isMasked, opaque: opaque))
    }
  }

  private static func copy(
    _ view: any LuaView, depth: Int, isMasked: Bool,
    opaque: (Any) throws(ConversionError) -> LuaValue
  ) throws(ConversionError) -> LuaTable {
    var table = view.shape == .list ? LuaTable() : .emptyObject
    for key in view.keys {
      guard case .value(let member) = view.member(key) else { continue }
      let value =
        isMasked && view.isSecret(key)
        ? LuaValue.string(Redaction.text)
        : try copy(member, at: key, depth: depth, isMasked: isMasked, opaque: opaque)
      switch key {
      case .integer where view.shape == .list: table.elements.append(value)
      case .integer(let position) where position == Int64(table.elements.count + 1):
        table.elements.append(value)
      case .string(let name): table.fields.append((name, value))
      default:
        throw ConversionError(
          .wrongType, given: "a key that is \(key.typeName)", expected: "names as keys")
      }
    }
    return table
  }

  /// Copies a member of a view; adds the step to an error.
  private static func copy(
    _ member: Any, at key: LuaValue, depth: Int, isMasked: Bool,
    opaque: (Any) throws(ConversionError) -> LuaValue
  ) throws(ConversionError) -> LuaValue {
    do {
      return try LuaValue(
        LuaRepresentation(of: member), depth: depth, isMasked: isMasked, opaque: opaque)
    } catch {
      guard error.obstacle != nil else { throw error }
      throw error.inside(key.name ?? key.literal)
    }
  }

  private static func refuse(_ value: Any) throws(ConversionError) -> LuaValue {
    throw ConversionError(
      .wrongType, given: "an object of the host", expected: "a value that can be copied")
  }
}

extension LuaValue {
  /// The value in the nearest Swift type: numbers as `Int` or `Double`, tables
  /// as arrays or as dictionaries.
  var natural: (any Sendable)? {
    switch self {
    case .nil, .null, .function, .object: nil
    case .boolean(let flag): flag
    case .integer(let integer): Int(exactly: integer) ?? integer
    case .number(let number): number
    case .string(let text): text
    case .bytes(let bytes): bytes
    case .table(let table):
      if !table.isObject {
        table.elements.map(\.natural)
      } else {
        Dictionary(
          table.fields.map { ($0.name, $0.value.natural) }
            + table.elements.enumerated().map { (String($0.offset + 1), $0.element.natural) },
          uniquingKeysWith: { first, _ in first })
      }
    }
  }
}
