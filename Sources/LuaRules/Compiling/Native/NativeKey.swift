import LuaBridge

/// A value as the key of a table, by Lua's equality: 7 and 7.0 are the same
/// key.
enum NativeKey: Hashable, Sendable {
  case `nil`, null
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(NativePaths.Text)
  case bytes([UInt8])

  /// Creates the key of a value; `nil` for a view, and for NaN, which equals
  /// nothing.
  @inline(__always)
  init?(_ value: NativeValue) {
    switch value {
    case .nil: self = .nil
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .float(let value):
      if value.isNaN { return nil }
      self = Int64(exactly: value).map { .integer($0) } ?? .float(value)
    case .string(let value): self = .string(NativePaths.Text(value))
    case .bytes(let value): self = .bytes(value)
    case .view, .undecided: return nil
    }
  }

  /// The number of bytes of a string; 0 for other values.
  @inline(__always)
  var byteCount: Int {
    switch self {
    case .string(let text): text.string.utf8.count
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }

  /// Whether it is the key of a text.
  @inline(__always)
  func isText(_ text: String) -> Bool {
    if case .string(let own) = self { own == NativePaths.Text(text) } else { false }
  }

  /// Creates the key of a value for a table that is stored.
  init?(kept value: NativeValue) {
    if case .string(let text) = value {
      self = .string(NativePaths.Text(kept: text))
    } else {
      self.init(value)
    }
  }

  /// Returns the hash for tables of candidate indexes.
  @inline(__always)
  func hash(seed: UInt64) -> UInt64 {
    switch self {
    case .string(let text): LuaTextHash.of(text.string, seed: seed)
    case .integer(let value): LuaTextHash.of(UInt64(bitPattern: value), seed: seed &+ 1)
    case .float(let value): LuaTextHash.of(value.bitPattern, seed: seed &+ 2)
    case .nil: LuaTextHash.of(0, seed: seed &+ 3)
    case .null: LuaTextHash.of(1, seed: seed &+ 3)
    case .boolean(let value): LuaTextHash.of(value ? 2 : 3, seed: seed &+ 3)
    case .bytes(let bytes): LuaTextHash.of(bytes, seed: seed)
    }
  }
}

// MARK: - Constants

extension NativeValue {
  /// The hash of a constant by its exact value.
  var exactHash: UInt64 {
    let seed = LuaTextHash.seed
    return switch self {
    case .integer(let value): LuaTextHash.of(UInt64(bitPattern: value), seed: seed &+ 1)
    case .float(let value): LuaTextHash.of(value.bitPattern, seed: seed &+ 2)
    case .string(let value): LuaTextHash.of(value, seed: seed)
    case .bytes(let value): LuaTextHash.of(value, seed: seed)
    case .nil, .null, .boolean, .view, .undecided: 0
    }
  }

  /// Returns whether two constants are exactly the same: 1 is not 1.0, and 0.0
  /// is not −0.0.
  func isExactly(_ other: NativeValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left == right
    case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    default: false
    }
  }
}
