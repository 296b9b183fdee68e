extension ConversionError {
  /// What a string without the bytes of whole characters is not.
  package static let textInUTF8 = "a string in UTF-8"

  /// The error for a value of a wrong type.
  static func wrongType(_ value: LuaValue, for type: Any.Type) -> ConversionError {
    ConversionError(.wrongType, given: value.literal, expecting: Expectation(of: type))
  }

  /// The error for a value of the right type that is not allowed.
  static func wrongValue(_ value: LuaValue, for type: Any.Type) -> ConversionError {
    ConversionError(.wrongValue, given: value.literal, expecting: Expectation(of: type))
  }

  init(_ kind: Kind, given: String, expecting expectation: Expectation) {
    self.init(kind, given: given, expected: expectation.one, allowed: expectation.allowed)
  }

  /// Returns the error with one more step at the beginning of its path.
  func inside(_ step: String) -> ConversionError {
    var error = self
    error.path.insert(step, at: 0)
    return error
  }

  /// Returns the error with a list position, counted from 1, at the beginning of its path.
  func inside(offset: Int) -> ConversionError {
    inside("[\(offset + 1)]")
  }
}
