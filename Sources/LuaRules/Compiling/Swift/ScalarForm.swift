import LuaBridge

/// How values of a type are compared, and handed on, as Lua values without loss.
enum ScalarForm {
  /// Numbers; Lua orders them as Swift does.
  case number
  /// Texts, equal byte by byte.
  case text
  /// Truth values and enums: by their raw value, else the case's name.
  case other

  /// Creates the form of a type, or of what it is an optional of; `nil` for any
  /// other, for which Swift decides.
  init?(of type: Any.Type) {
    let type = OptionalType.wrapped(type) ?? type
    switch type {
    case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type, is UInt8.Type,
      is UInt16.Type, is UInt32.Type, is Double.Type, is Float.Type:
      self = .number
    case is String.Type: self = .text
    case is Bool.Type: self = .other
    default:
      if type is any LuaConvertible.Type || type is any LuaViewConvertible.Type { return nil }
      guard EnumerationCases.scalars(of: type) != nil else { return nil }
      self = .other
    }
  }

  /// Whether a comparison in Lua comes to what it does in Swift.
  func allows(_ comparison: RuleTest.Comparison) -> Bool {
    if case .equal = comparison { return true }
    if case .number = self { return true }
    return false
  }

  /// Returns the value in Lua; nothing is `null`.
  func value(of value: Any) -> LuaValue? {
    guard case .value(let value) = LuaRepresentation(of: value) else { return nil }
    if case .nil = value { return .null }
    return value
  }
}
