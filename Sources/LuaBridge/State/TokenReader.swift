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
  func node() throws(LuaFailure) -> LuaNode {
    var builder = TreeBuilder()
    unsafe builder.parts.reserveCapacity(tokens.count)
    try addNode(to: &builder)
    return builder.tree.node(at: 0)
  }

  /// The parts of a tree; each token becomes a part, at the same position.
  fileprivate struct TreeBuilder {
    var parts: [LuaNodeTree.Part] = []
    var texts = TokenTexts()
    var origins: [LuaTableOrigin] = []

    var tree: LuaNodeTree { LuaNodeTree(parts, texts: texts.all, origins: origins) }
  }

  /// Adds the next node, with what is in it.
  private func addNode(to builder: inout TreeBuilder) throws(LuaFailure) {
    let start = builder.parts.count
    let token = unsafe tokens[start]
    builder.add(token)
    guard token.kind == .table || token.kind == .condition else { return }
    for _ in 0..<token.integer { try addNode(to: &builder) }
    for _ in 0..<token.fieldCount {
      builder.add(unsafe tokens[builder.parts.count])
      guard builder.endsWithString else { throw Self.wrongName }
      try addNode(to: &builder)
    }
    builder.parts[start].end = Int32(builder.parts.count)
  }

  mutating func value() throws(LuaFailure) -> LuaValue {
    let token = next()
    guard token.kind == .table || token.kind == .condition else { return LuaValue(scalar: token) }
    var elements: [LuaValue] = []
    elements.reserveCapacity(Int(token.integer))
    for _ in 0..<(token.integer) { elements.append(try value()) }
    var fields: [(name: String, value: LuaValue)] = []
    fields.reserveCapacity(token.fieldCount)
    for _ in 0..<token.fieldCount { fields.append((try name(), try value())) }
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

extension TokenReader.TreeBuilder {
  /// Adds a part that ends behind itself.
  @inline(__always)
  fileprivate mutating func add(_ token: LRSValue) {
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
      case .condition: (.condition, UInt64(token.integer) | UInt64(token.handle) << 32)
      @unknown default: (.nil, 0)
      }
    var part = LuaNodeTree.Part(
      bits: bits, fields: Int32(token.fieldCount), end: Int32(parts.count + 1), kind: kind)
    if token.kind == .table, token.hint > 0 {
      part.origin = Int32(clamping: origins.count)
      origins.append(LuaTableOrigin(token))
    }
    parts.append(part)
  }

  /// Whether the last part is a text that is valid UTF-8.
  fileprivate var endsWithString: Bool { parts.last.map(texts.isString) ?? false }
}

extension LRSValue {
  /// The number of fields of a table.
  fileprivate var fieldCount: Int { kind == .table ? length : 0 }
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
    case .table, .condition, .function: self = .function
    @unknown default: self = .nil
    }
  }
}
