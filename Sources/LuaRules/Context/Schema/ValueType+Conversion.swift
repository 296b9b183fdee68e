import LuaBridge

extension ValueType {
  /// Returns the Lua form of a JSON value from a context or a default.
  ///
  /// For `number` an integer becomes a float, for `integer` an integral float
  /// becomes an integer. Dates and durations become seconds, base64 becomes
  /// bytes, UUIDs become upper case. Missing members get their defaults. A key
  /// or a member of any type may be `null`; an element of a list or an entry of
  /// a dictionary may be `null` only if its type allows it.
  ///
  /// - Throws: ``ConversionError``, whose path leads to the value.
  package func coerce(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    switch value {
    case .nil, .null: value
    default: try Conversion(direction: .intoLua).convert(value, to: self, depth: 0)
    }
  }

  /// Returns a rule's value for a key in the form that JSON prints.
  ///
  /// `3.0` becomes an integer if the type is an integer, a date in a string
  /// becomes seconds. Objects of the host are passed on unchanged if the type
  /// is not a scalar.
  ///
  /// - Throws: ``ConversionError``, whose path leads to the value.
  package func check(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    try Conversion(direction: .outOfLua).convert(value, to: self, depth: 0)
  }
}
