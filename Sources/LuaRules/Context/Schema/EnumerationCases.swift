import LuaBridge

/// The cases of Swift enumerations in the form that rules use.
enum EnumerationCases {
  /// Returns the raw values of an enumeration, or its case names if it has no
  /// raw values.
  ///
  /// `nil` if the type is not an enumeration or its cases cannot be listed.
  static func scalars(of type: Any.Type) -> [ValueType.Scalar]? {
    func cases<Value>(_ type: Value.Type) -> [Any]? { EnumCases.all(of: type) }
    guard let values = _openExistential(type, do: cases) else { return nil }
    var scalars: [ValueType.Scalar] = []
    for value in values {
      guard let scalar = scalar(of: value) else { return nil }
      scalars.append(scalar)
    }
    return scalars
  }

  private static func scalar(of value: Any) -> ValueType.Scalar? {
    guard case .value(let scalar) = LuaRepresentation(of: value) else { return nil }
    return switch scalar {
    case .boolean(let flag): .boolean(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    default: nil
    }
  }
}
