extension LuaConverter {
  /// Converts to a raw representable type.
  func rawValue<Raw: RawRepresentable>(
    _ value: LuaValue, of type: Raw.Type, at site: ConversionSite
  ) throws(ConversionError) -> Raw {
    let raw: Raw.RawValue
    do {
      raw = try convert(value, to: Raw.RawValue.self, at: site.deeper())
    } catch {
      // If the cases can be listed, they explain more than the raw type.
      guard error.path.isEmpty, EnumCases.all(of: type) != nil else { throw error }
      throw ConversionError(error.kind, given: error.given, expecting: Expectation(of: type))
    }
    guard let result = Raw(rawValue: raw) else {
      var expectation = Expectation(of: type)
      if expectation.allowed.isEmpty, EnumCases.all(of: type) == nil {
        expectation.one += " that `\(type)` accepts"
      }
      throw ConversionError(.wrongValue, given: value.literal, expecting: expectation)
    }
    return result
  }

  /// Returns the case of an enum without raw values; `nil` if the type is no enum,
  /// or if the value is not a string and the type may decode it.
  func enumCase<Value>(
    _ value: LuaValue, of type: Value.Type
  ) throws(ConversionError) -> Value? {
    guard TypeMetadata.kind(of: type) == .enumeration else { return nil }
    if let name = value.name, let named = EnumCases.value(named: name, of: type) { return named }
    guard EnumCases.all(of: type) != nil else { return nil }
    switch value {
    case .string, .bytes: throw .wrongValue(value, for: type)
    default:
      guard !(type is any Decodable.Type) else { return nil }
      throw .wrongType(value, for: type)
    }
  }
}
