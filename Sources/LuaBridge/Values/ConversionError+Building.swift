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

  /// Creates the error for a Swift value without a form in Lua, with a sentence that says why.
  package static func unrepresentable(_ reason: String) -> ConversionError {
    var error = ConversionError(
      .wrongValue, given: "a value without a form in Lua", expected: "a value that Lua can hold")
    error.obstacle = reason
    return error
  }

  /// Returns the error with one more step at the beginning of its path.
  package func inside(_ step: String) -> ConversionError {
    var error = self
    error.path.insert(step, at: 0)
    return error
  }

  /// Returns the error with a list position, counted from 1, at the beginning of its path.
  func inside(offset: Int) -> ConversionError {
    inside("[\(offset + 1)]")
  }
}
