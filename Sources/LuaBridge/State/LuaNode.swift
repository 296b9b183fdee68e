import CLuaSupport

/// What a rule file returned: a value whose functions were kept in the state.
public enum LuaNode: Sendable {
  /// A scalar.
  case scalar(LuaValue)
  /// A function, with its number in the state.
  case function(Int)
  /// A table.
  case table(LuaNodeTable)
}

/// A table of ``LuaNode`` values.
public struct LuaNodeTable: Sendable {
  /// The values at the positions 1, 2, 3 ….
  public var elements: [LuaNode]
  /// The named values in byte order of their names.
  public var fields: [(name: String, node: LuaNode)]

  /// Returns the node under a name.
  public subscript(name: String) -> LuaNode? {
    // What is canonically equivalent, but not the same, has another number of bytes.
    fields.first { $0.name.utf8.count == name.utf8.count && $0.name == name }?.node
  }
}

extension LuaNode {
  /// The value as a copy; functions lose their numbers.
  public var value: LuaValue {
    switch self {
    case .scalar(let value): value
    case .function: .function
    case .table(let table):
      .table(
        LuaTable(
          elements: table.elements.map(\.value),
          fields: table.fields.map { ($0.name, $0.node.value) }))
    }
  }

  /// The number of the first function in the value, if there is one.
  public var firstFunction: Int? {
    switch self {
    case .scalar: nil
    case .function(let number): number
    case .table(let table):
      table.elements.lazy.compactMap(\.firstFunction).first
        ?? table.fields.lazy.compactMap(\.node.firstFunction).first
    }
  }
}

/// Reads flattened tokens back into a tree.
@safe struct TokenReader {
  private let tokens: UnsafeBufferPointer<LRSValue>
  private var position = 0

  init(_ tokens: LRSTokens) {
    unsafe self.tokens = UnsafeBufferPointer(start: tokens.first, count: tokens.count)
  }

  var isAtEnd: Bool { unsafe tokens.count <= position }

  private mutating func next() -> LRSValue {
    defer { position += 1 }
    return unsafe tokens[position]
  }

  mutating func node() throws(LuaFailure) -> LuaNode {
    let token = next()
    switch token.kind {
    case .function: return .function(Int(token.handle))
    case .table:
      var elements: [LuaNode] = []
      elements.reserveCapacity(Int(token.integer))
      for _ in 0..<(token.integer) { elements.append(try node()) }
      var fields: [(name: String, node: LuaNode)] = []
      fields.reserveCapacity(token.length)
      for _ in 0..<(token.length) { fields.append((try name(), try node())) }
      return .table(LuaNodeTable(elements: elements, fields: fields))
    default: return .scalar(LuaValue(scalar: token))
    }
  }

  mutating func value() throws(LuaFailure) -> LuaValue {
    let token = next()
    guard token.kind == .table else { return LuaValue(scalar: token) }
    var table = LuaTable()
    table.elements.reserveCapacity(Int(token.integer))
    for _ in 0..<(token.integer) { table.elements.append(try value()) }
    table.fields.reserveCapacity(token.length)
    for _ in 0..<(token.length) { table.fields.append((try name(), try value())) }
    return .table(table)
  }

  private mutating func name() throws(LuaFailure) -> String {
    guard case .string(let name) = LuaValue(scalar: next()) else {
      throw LuaFailure(.conversion, "a table with a key that is not UTF-8 cannot become a value")
    }
    return name
  }
}

extension LuaValue {
  /// Copies a scalar token.
  init(scalar token: LRSValue) {
    switch token.kind {
    case .nil: self = .nil
    case .null: self = .null
    case .boolean: self = .boolean(token.integer != 0)
    case .integer: self = .integer(token.integer)
    case .number: self = .number(token.number)
    case .string:
      guard let start = unsafe token.bytes else {
        self = .string("")
        return
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: token.length)
      if let text = unsafe String(luaText: bytes) {
        self = .string(text)
      } else {
        self = unsafe .bytes(Array(bytes))
      }
    case .view: self = .object(ObjectHandle(index: token.handle))
    case .table, .function: self = .function
    @unknown default: self = .nil
    }
  }
}
