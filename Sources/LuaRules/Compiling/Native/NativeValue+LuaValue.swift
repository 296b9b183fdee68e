import LuaBridge

extension NativeValue {
  /// Creates the native form of a value that was read from the host.
  ///
  /// Bytes that are valid UTF-8 are a string in Lua.
  @inline(__always)
  init(read value: LuaValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let integer): self = .integer(integer)
    case .nil, .null: self = .nil
    case .bytes(let bytes):
      self = String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .bytes(bytes)
    default: self.init(value)
    }
  }

  /// Creates the native form of a stored value without any cost; bytes are
  /// undecided, because they may be UTF-8.
  @inline(__always)
  init(stored value: LuaValue) {
    if case .bytes = value { self = .undecided } else { self.init(read: value) }
  }

  /// Creates the native form of a member of a table.
  init(member value: LuaValue) {
    if case .table = value { self = .view } else { self.init(stored: value) }
  }

  /// The value as Lua would return it; `nil` for a value that is not a scalar.
  var luaValue: LuaValue? {
    switch self {
    case .nil: .nil
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .float(let value): .number(value)
    case .string(let value): .string(value)
    case .bytes(let value): .bytes(value)
    case .view, .undecided: nil
    }
  }

  /// The number of bytes of a string; 0 for other values.
  var byteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }
}

extension LuaValue {
  /// The number of bytes of a string; 0 for other values.
  var byteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }
}
