/// All that a file returned, its parts one after the other.
final class LuaNodeTree: Sendable {
  enum Part: Sendable {
    /// A scalar, or the name of the field whose value is next.
    case scalar(LuaValue)
    case function(Int)
    case table(Table)
  }

  /// A table: its elements follow it, then its fields.
  struct Table: Sendable {
    let elements: Int
    let fields: Int
    /// What follows the table.
    var end = 0
  }

  private let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  func node(at position: Int) -> LuaNode {
    switch parts[position] {
    case .scalar(let value): .scalar(value)
    case .function(let number): .function(number)
    case .table: .table(LuaNodeTable(tree: self, position: position))
    }
  }

  func end(at position: Int) -> Int {
    if case .table(let table) = parts[position] { table.end } else { position + 1 }
  }

  func table(at position: Int) -> Table {
    // INVARIANT: a node table is at the part of a table.
    guard case .table(let table) = parts[position] else { return Table(elements: 0, fields: 0) }
    return table
  }

  func name(at position: Int) -> String {
    // INVARIANT: names are strings; see `TokenReader`.
    guard case .scalar(.string(let name)) = parts[position] else { return "" }
    return name
  }
}

extension LuaNodeTree {
  /// So many nodes, one after the other, from a position on.
  struct Stretch: Sendable {
    let tree: LuaNodeTree
    private(set) var count: Int
    private var position: Int

    init(tree: LuaNodeTree, count: Int, position: Int) {
      self.tree = tree
      self.count = count
      self.position = position
    }

    /// Where they end.
    var end: Int {
      var position = position
      for _ in 0..<count { position = tree.end(at: position) }
      return position
    }

    /// Reads what is next; `read` may go on to where its node is.
    mutating func next<Item>(_ read: (LuaNodeTree, inout Int) -> Item) -> Item? {
      guard count > 0 else { return nil }
      count -= 1
      let item = read(tree, &position)
      position = tree.end(at: position)
      return item
    }
  }
}

extension LuaNodeTree {
  /// A hash of the parts of a table.
  func hash(ofTableAt position: Int, seed: UInt64) -> UInt64 {
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
  func hash(seed: UInt64) -> UInt64 {
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
  static func hash(_ kind: UInt64, _ bits: UInt64, seed: UInt64) -> UInt64 {
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
}
