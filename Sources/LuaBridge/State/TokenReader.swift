import CLuaSupport

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

  /// Reads all there is as a tree.
  mutating func node() throws(LuaFailure) -> LuaNode {
    var parts: [LuaNodeTree.Part] = []
    unsafe parts.reserveCapacity(tokens.count)
    try appendNode(to: &parts)
    return LuaNodeTree(parts).node(at: 0)
  }

  private mutating func appendNode(to parts: inout [LuaNodeTree.Part]) throws(LuaFailure) {
    let token = next()
    switch token.kind {
    case .function: parts.append(.function(Int(token.handle)))
    case .table:
      let position = parts.count
      var table = LuaNodeTree.Table(elements: Int(token.integer), fields: token.length)
      parts.append(.table(table))
      for _ in 0..<table.elements { try appendNode(to: &parts) }
      for _ in 0..<table.fields {
        parts.append(.scalar(.string(try name())))
        try appendNode(to: &parts)
      }
      table.end = parts.count
      parts[position] = .table(table)
    default: parts.append(.scalar(LuaValue(scalar: token)))
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
