import LuaRules

extension Value {
  /// The value in the form that rules see: `NULL` is `nil`, bytes are a string.
  var lua: LuaValue {
    switch self {
    case .null: .nil
    case .integer(let value): .integer(value)
    case .real(let value): .number(value)
    case .text(let text): .string(text)
    case .blob(let bytes), .malformedText(let bytes):
      String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes)
    }
  }

  /// Reads a scalar of rules: `true` is 1; nil for what is none.
  init?(_ value: LuaValue) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .number(let value) where !value.isNaN: self = .real(value)
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .malformedText(bytes)
    case .nil, .number, .table, .object, .function: return nil
    }
  }
}
