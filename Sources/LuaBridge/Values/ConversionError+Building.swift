extension ConversionError {
  /// An error for a value of another type than the one that is wanted.
  static func wrongType(_ value: LuaValue, for type: Any.Type) -> ConversionError {
    ConversionError(.wrongType, given: value.literal, expecting: Expectation(of: type))
  }

  /// An error for a value of the right type that is not allowed.
  static func wrongValue(_ value: LuaValue, for type: Any.Type) -> ConversionError {
    ConversionError(.wrongValue, given: value.literal, expecting: Expectation(of: type))
  }

  init(_ kind: Kind, given: String, expecting expectation: Expectation) {
    self.init(kind, given: given, expected: expectation.one, allowed: expectation.allowed)
  }

  /// Returns the error as seen from outside the table: one step further from the value.
  func inside(_ step: String) -> ConversionError {
    var error = self
    error.path.insert(step, at: 0)
    return error
  }

  /// Returns the error as seen from outside the list, whose positions count from 1.
  func inside(offset: Int) -> ConversionError {
    inside("[\(offset + 1)]")
  }
}
