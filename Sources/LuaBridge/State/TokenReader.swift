import CLuaSupport

/// Reads flattened tokens back into a tree.
@safe struct TokenReader {
  private let tokens: UnsafeBufferPointer<LRSValue>
  private var position = 0

  init(_ tokens: LRSTokens) {
    unsafe self.tokens = UnsafeBufferPointer(start: tokens.first, count: tokens.count)
  }

  private mutating func next() -> LRSValue {
    defer { position += 1 }
    return unsafe tokens[position]
  }

  /// Reads all tokens as a tree.
  mutating func node() throws(LuaFailure) -> LuaNode {
    var texts = TokenTexts()
    var origins: [LuaTableOrigin] = []
    // Each token becomes a part, at the same position.
    var parts = unsafe tokens.map { Self.part(of: $0, &texts, &origins) }
    try finishNode(in: &parts, texts)
    return LuaNodeTree(parts, texts: texts.all, origins: origins).node(at: 0)
  }

  /// Sets the end of the node at the current position, and checks its names.
  private mutating func finishNode(
    in parts: inout [LuaNodeTree.Part], _ texts: TokenTexts
  ) throws(LuaFailure) {
    let start = position
    let part = parts[start]
    position += 1
    for _ in 0..<part.elements { try finishNode(in: &parts, texts) }
    for _ in 0..<part.fields {
      guard texts.isString(parts[position]) else { throw Self.wrongName }
      parts[position].end = Int32(position + 1)
      position += 1
      try finishNode(in: &parts, texts)
    }
    parts[start].end = Int32(position)
  }

  /// Creates a part; its end is set later.
  private static func part(
    of token: LRSValue, _ texts: inout TokenTexts, _ origins: inout [LuaTableOrigin]
  ) -> LuaNodeTree.Part {
    let (kind, bits): (LuaNodeTree.Part.Kind, UInt64) =
      switch token.kind {
      case .nil: (.nil, 0)
      case .null: (.null, 0)
      case .boolean: (.boolean, token.integer != 0 ? 1 : 0)
      case .integer: (.integer, UInt64(bitPattern: token.integer))
      case .number: (.number, token.number.bitPattern)
      case .string: (.text, UInt64(texts.number(of: token)))
      case .view: (.object, UInt64(token.handle))
      case .function: (.function, UInt64(token.handle) | token.identity << 32)
      case .table: (.table, UInt64(token.integer))
      @unknown default: (.nil, 0)
      }
    let fields = token.kind == .table ? Int32(token.length) : 0
    var part = LuaNodeTree.Part(bits: bits, fields: fields, end: 0, kind: kind)
    if token.kind == .table, token.hint > 0 {
      part.origin = Int32(clamping: origins.count)
      origins.append(LuaTableOrigin(token))
    }
    return part
  }

  mutating func value() throws(LuaFailure) -> LuaValue {
    let token = next()
    guard token.kind == .table else { return LuaValue(scalar: token) }
    var elements: [LuaValue] = []
    elements.reserveCapacity(Int(token.integer))
    for _ in 0..<(token.integer) { elements.append(try value()) }
    var fields: [(name: String, value: LuaValue)] = []
    fields.reserveCapacity(token.length)
    for _ in 0..<(token.length) { fields.append((try name(), try value())) }
    return .table(LuaTable(elements: elements, fields: fields))
  }

  private mutating func name() throws(LuaFailure) -> String {
    guard case .string(let name) = LuaValue(scalar: next()) else { throw Self.wrongName }
    return name
  }

  private static var wrongName: LuaFailure {
    LuaFailure(.conversion, "a table with a key that is not UTF-8 cannot become a value")
  }
}

extension LuaTableOrigin {
  fileprivate init(_ token: LRSValue) {
    code = Line(chunk: Int32(bitPattern: token.family), line: Int32(bitPattern: token.hint))
    function = Int32(truncatingIfNeeded: token.identity >> 32)
    file = Line(
      chunk: Int32(bitPattern: token.handle), line: Int32(truncatingIfNeeded: token.identity))
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
