/// The result of a file as a flat list of parts.
final class LuaNodeTree: Sendable {
  /// A part: a value, or the name of the field whose value follows.
  ///
  /// It contains no references, so that long lists are read without retain and release.
  struct Part: Sendable {
    enum Kind: UInt8, Sendable {
      case `nil`, null, boolean, integer, number, object, function
      /// A string or bytes, stored in `texts`.
      case text
      /// A table: its elements follow it, then its fields.
      case table
      /// A condition of a pattern: its arguments follow it.
      case condition
    }

    /// The bits of a number; the number of a text or an object; the number of a function, and above it
    /// a hash of what it captured; the number of elements of a table; or the number of arguments of a
    /// condition, and above it its kind.
    let bits: UInt64
    /// The number of fields of a table.
    var fields: Int32 = 0
    /// The position after the part and its content.
    var end: Int32
    let kind: Kind
    /// The number of the table's origin; negative if it is not known.
    var origin: Int32 = -1

    /// The number of elements of a table, or of arguments of a condition.
    var elements: Int { Int(UInt32(truncatingIfNeeded: bits)) }
  }

  private let parts: [Part]
  /// Strings, and byte sequences that are not valid UTF-8.
  private let texts: [LuaValue]
  /// Where tables were made.
  let origins: [LuaTableOrigin]

  init(_ parts: [Part], texts: [LuaValue], origins: [LuaTableOrigin]) {
    self.parts = parts
    self.texts = texts
    self.origins = origins
  }

  func origin(at position: Int) -> LuaTableOrigin? {
    parts[position].origin < 0 ? nil : origins[Int(parts[position].origin)]
  }

  func node(at position: Int) -> LuaNode {
    let part = parts[position]
    return switch part.kind {
    case .nil: .scalar(.nil)
    case .null: .scalar(.null)
    case .boolean: .scalar(.boolean(part.bits != 0))
    case .integer: .scalar(.integer(Int64(bitPattern: part.bits)))
    case .number: .scalar(.number(Double(bitPattern: part.bits)))
    case .object: .scalar(.object(ObjectHandle(index: UInt32(truncatingIfNeeded: part.bits))))
    case .function: .function(Int(UInt32(truncatingIfNeeded: part.bits)))
    case .text: .scalar(texts[Int(part.bits)])
    case .table: .table(LuaNodeTable(tree: self, position: position))
    case .condition: .condition(LuaCondition(tree: self, position: position))
    }
  }

  func end(at position: Int) -> Int { Int(parts[position].end) }

  /// INVARIANT: the position is that of a table or a condition.
  func elementCount(at position: Int) -> Int { parts[position].elements }

  /// INVARIANT: the position is that of a condition.
  func conditionKind(at position: Int) -> LuaCondition.Kind? {
    LuaCondition.Kind(rawValue: UInt32(parts[position].bits >> 32))
  }

  func fieldCount(at position: Int) -> Int { Int(parts[position].fields) }

  func name(at position: Int) -> String {
    // INVARIANT: names are strings; see `TokenReader`.
    guard parts[position].kind == .text, case .string(let name) = texts[Int(parts[position].bits)]
    else { return "" }
    return name
  }
}

extension LuaNodeTree {
  /// A run of `count` nodes, from a position on.
  struct Stretch: Sendable {
    let tree: LuaNodeTree
    private(set) var count: Int
    private var position: Int

    init(tree: LuaNodeTree, count: Int, position: Int) {
      self.tree = tree
      self.count = count
      self.position = position
    }

    /// The position after the last node.
    var end: Int {
      var position = position
      for _ in 0..<count { position = tree.end(at: position) }
      return position
    }

    /// Reads the next node; `read` may advance the position to that of the node.
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
  /// Whether the nodes at two positions have the same parts.
  ///
  /// Equal texts may have several numbers; then the nodes count as different.
  func isSame(at position: Int, as other: Int) -> Bool {
    let count = end(at: position) - position
    guard end(at: other) - other == count else { return false }
    for offset in 0..<count {
      let (left, right) = (parts[position + offset], parts[other + offset])
      guard left.kind == right.kind, left.bits == right.bits, left.fields == right.fields
      else { return false }
    }
    return true
  }

  /// A hash of the parts of a table.
  func hash(ofTableAt position: Int, seed: UInt64) -> UInt64 {
    let textHashes = texts.map { $0.hash(seed: LuaTextHash.seed) }
    var hash = seed
    for part in parts[position..<end(at: position)] {
      let bits = part.kind == .text ? textHashes[Int(part.bits)] : part.bits
      hash = LuaNode.hash(
        UInt64(part.kind.rawValue) << 32 | UInt64(UInt32(bitPattern: part.fields)), bits,
        seed: hash)
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
  /// Adds a value of the given kind to a hash.
  static func hash(_ kind: UInt64, _ bits: UInt64, seed: UInt64) -> UInt64 {
    LuaTextHash.of(bits, seed: LuaTextHash.of(kind, seed: seed))
  }

  /// A hash to compare two runs of a file; valid within one process.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  @usableFromInline package func hash(seed: UInt64) -> UInt64 {
    switch self {
    case .scalar(let value): value.hash(seed: seed)
    case .function(let number): Self.hash(1, UInt64(number), seed: seed)
    case .table(let table): table.tree.hash(ofTableAt: table.position, seed: seed)
    case .condition: Self.hash(2, 0, seed: seed)
    }
  }
}
