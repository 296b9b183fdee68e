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

/// A table of ``LuaNode`` values: a part of all that the file returned, which is kept as a whole.
public struct LuaNodeTable: Sendable {
  fileprivate let tree: LuaNodeTree
  fileprivate let position: Int

  /// The values at the positions 1, 2, 3 ….
  public var elements: Elements {
    Elements(tree: tree, count: tree.table(at: position).elements, position: position + 1)
  }

  /// The named values in byte order of their names.
  ///
  /// - Complexity: O(*n*) in the number of elements before them.
  public var fields: Fields {
    let count = tree.table(at: position).fields
    return Fields(tree: tree, count: count, position: count > 0 ? elements.end : position)
  }

  /// Whether there is no named value.
  public var hasNoFields: Bool { tree.table(at: position).fields == 0 }

  /// Returns the node under a name.
  public subscript(name: String) -> LuaNode? {
    fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.node
  }

  /// The elements of a table, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    fileprivate let tree: LuaNodeTree
    /// How many there are still to come.
    public private(set) var count: Int
    fileprivate var position: Int

    fileprivate init(tree: LuaNodeTree, count: Int, position: Int) {
      self.tree = tree
      self.count = count
      self.position = position
    }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Where they end.
    fileprivate var end: Int {
      var position = position
      for _ in 0..<count { position = tree.end(at: position) }
      return position
    }

    /// Returns the next element.
    public mutating func next() -> LuaNode? {
      guard count > 0 else { return nil }
      count -= 1
      defer { position = tree.end(at: position) }
      return tree.node(at: position)
    }
  }

  /// The fields of a table, in order.
  public struct Fields: Sequence, IteratorProtocol, Sendable {
    fileprivate let tree: LuaNodeTree
    /// How many there are still to come.
    public private(set) var count: Int
    fileprivate var position: Int

    fileprivate init(tree: LuaNodeTree, count: Int, position: Int) {
      self.tree = tree
      self.count = count
      self.position = position
    }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Returns the next field.
    public mutating func next() -> (name: String, node: LuaNode)? {
      guard count > 0 else { return nil }
      count -= 1
      let name = tree.name(at: position)
      defer { position = tree.end(at: position + 1) }
      return (name, tree.node(at: position + 1))
    }
  }
}

/// All that a file returned, its parts one after the other.
final class LuaNodeTree: Sendable {
  fileprivate enum Part: Sendable {
    /// A scalar, or the name of the field whose value is next.
    case scalar(LuaValue)
    case function(Int)
    case table(Table)
  }

  /// A table: its elements follow it, then its fields.
  fileprivate struct Table: Sendable {
    let elements: Int
    let fields: Int
    /// What follows the table.
    fileprivate(set) var end = 0
  }

  private let parts: [Part]

  fileprivate init(_ parts: [Part]) { self.parts = parts }

  fileprivate func node(at position: Int) -> LuaNode {
    switch parts[position] {
    case .scalar(let value): .scalar(value)
    case .function(let number): .function(number)
    case .table: .table(LuaNodeTable(tree: self, position: position))
    }
  }

  fileprivate func end(at position: Int) -> Int {
    if case .table(let table) = parts[position] { table.end } else { position + 1 }
  }

  fileprivate func table(at position: Int) -> Table {
    // INVARIANT: a node table is at the part of a table.
    guard case .table(let table) = parts[position] else { return Table(elements: 0, fields: 0) }
    return table
  }

  fileprivate func name(at position: Int) -> String {
    // INVARIANT: names are strings; see `TokenReader`.
    guard case .scalar(.string(let name)) = parts[position] else { return "" }
    return name
  }
}

extension LuaNodeTree {
  /// A hash of the parts of a table.
  fileprivate func hash(ofTableAt position: Int, seed: UInt64) -> UInt64 {
    var hash = seed
    for part in parts[position..<end(at: position)] {
      switch part {
      case .function(let number): hash = LuaNode.hash(1, UInt64(number), seed: hash)
      case .scalar(let value): hash = value.hash(seed: hash)
      case .table(let table):
        hash = LuaNode.hash(2, UInt64(table.elements) << 32 ^ UInt64(table.fields), seed: hash)
      }
    }
    return hash
  }
}

extension LuaValue {
  fileprivate func hash(seed: UInt64) -> UInt64 {
    switch self {
    case .nil: LuaNode.hash(3, 0, seed: seed)
    case .null: LuaNode.hash(4, 0, seed: seed)
    case .boolean(let flag): LuaNode.hash(5, flag ? 1 : 0, seed: seed)
    case .integer(let integer): LuaNode.hash(6, UInt64(bitPattern: integer), seed: seed)
    case .number(let number): LuaNode.hash(7, number.bitPattern, seed: seed)
    case .string(let text): LuaTextHash.of(text, seed: LuaTextHash.of(8, seed: seed))
    case .bytes(let bytes): LuaTextHash.of(bytes, seed: LuaTextHash.of(9, seed: seed))
    case .table, .object, .function: LuaNode.hash(10, 0, seed: seed)
    }
  }
}

extension LuaNode {
  /// Adds a number of some kind to a hash.
  fileprivate static func hash(_ kind: UInt64, _ bits: UInt64, seed: UInt64) -> UInt64 {
    LuaTextHash.of(bits, seed: LuaTextHash.of(kind, seed: seed))
  }

  /// A hash by which two runs of a file can be compared; good within a process.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  public func hash(seed: UInt64) -> UInt64 {
    switch self {
    case .scalar(let value): value.hash(seed: seed)
    case .function(let number): Self.hash(1, UInt64(number), seed: seed)
    case .table(let table): table.tree.hash(ofTableAt: table.position, seed: seed)
    }
  }

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
      table.elements.lazy.compactMap(\.firstFunction).first { _ in true }
        ?? table.fields.lazy.compactMap(\.node.firstFunction).first { _ in true }
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
