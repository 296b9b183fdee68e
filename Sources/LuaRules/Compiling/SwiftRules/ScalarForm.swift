import LuaBridge

/// How values of a type are compared and passed on as Lua values without loss.
enum ScalarForm {
  /// Numbers; Lua orders them as Swift does.
  case number
  /// Texts, equal byte by byte.
  case text
  /// Truth values and enums, which are represented by their raw value, or else
  /// by the case's name.
  case other

  /// Creates the form of a type, or of the wrapped type of an optional; `nil`
  /// for any other type, which only Swift can compare.
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

  /// Returns whether a comparison in Lua has the same result as in Swift.
  func allows(_ comparison: RuleTest.Comparison) -> Bool {
    if case .equal = comparison { return true }
    if case .number = self { return true }
    return false
  }

  /// Returns the Lua value; `null` for nothing.
  func value(of value: Any) -> LuaValue? {
    guard case .value(let value) = LuaRepresentation(of: value) else { return nil }
    if case .nil = value { return .null }
    return value
  }
}
