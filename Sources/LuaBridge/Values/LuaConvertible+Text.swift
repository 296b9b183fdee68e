extension String: LuaConvertible {
  /// The string.
  public var luaRepresentation: LuaRepresentation { .value(.string(self)) }

  /// Creates the value from a string in UTF-8.
  public init(luaValue: LuaValue) throws(ConversionError) {
    switch luaValue {
    case .string(let string): self = string
    case .bytes:
      throw ConversionError(
        .wrongValue, given: luaValue.literal, expected: ConversionError.textInUTF8)
    default: throw .wrongType(luaValue, for: String.self)
    }
  }
}

extension Substring: LuaConvertible {
  /// The string.
  public var luaRepresentation: LuaRepresentation { .value(.string(String(self))) }

  /// Creates the value from a string in UTF-8.
  public init(luaValue: LuaValue) throws(ConversionError) {
    self = Substring(try String(luaValue: luaValue))
  }
}

extension Character: LuaConvertible {
  /// A string of the one character.
  public var luaRepresentation: LuaRepresentation { .value(.string(String(self))) }

  /// Creates the value from a string of one character, that is, one grapheme cluster.
  public init(luaValue: LuaValue) throws(ConversionError) {
    guard case .string(let string) = luaValue else {
      throw .wrongType(luaValue, for: Character.self)
    }
    guard let first = string.first, string.dropFirst().isEmpty else {
      throw .wrongValue(luaValue, for: Character.self)
    }
    self = first
  }
}

extension LuaValue: LuaConvertible {
  /// The value itself; a table as a view of its positions and names.
  public var luaRepresentation: LuaRepresentation {
    switch self {
    case .table(let table): .view(LuaTableView(table))
    case .function: .unrepresentable("a function of Lua cannot go back into Lua")
    default: .value(self)
    }
  }

  /// Creates the value from itself.
  public init(luaValue: LuaValue) throws(ConversionError) {
    self = luaValue
  }
}
