/// What a Swift type wants from Lua, in the words of someone who writes rules.
struct Expectation {
  /// One of it, such as `an integer`.
  var one: String
  /// Several of it, such as `integers`.
  var many: String
  /// The strings that are accepted, when they can be listed.
  var allowed: [String] = []

  init(_ one: String, _ many: String) {
    self.one = one
    self.many = many
  }

  /// One of some values, which are listed as far as a line can bear.
  init(oneOf values: [String], allowed: [String]) {
    let most = 12
    let listed = values.prefix(most).joined(separator: ", ")
    let rest = values.count > most ? ", … (\(values.count) in all)" : ""
    one = values.count == 1 ? listed : "one of \(listed)\(rest)"
    many = "any of \(listed)\(rest)"
    self.allowed = allowed
  }

  /// Finds the words for a type.
  init(of type: Any.Type) {
    if let described = type as? any ExpectationDescribing.Type {
      self = described.expectation
    } else if let integer = type as? any FixedWidthInteger.Type {
      self = Self.integer(integer)
    } else if type is any BinaryFloatingPoint.Type {
      self = Expectation("a number", "numbers")
    } else if type == Any.self || type == AnyHashable.self {
      self = Expectation("any value", "any values")
    } else if let raw = type as? any RawRepresentable.Type {
      self = Self.rawValue(raw)
    } else if let names = EnumCases.names(of: type) {
      self = Expectation(oneOf: names, allowed: names)
    } else if type is any LuaConvertible.Type {
      self = Expectation("a value for `\(type)`", "values for `\(type)`")
    } else if type is any Decodable.Type {
      self = Expectation("a table for `\(type)`", "tables for `\(type)`")
    } else {
      self = Expectation("an object of the host (`\(type)`)", "objects of the host (`\(type)`)")
    }
  }

  private static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Expectation {
    // Bounds that Lua does not reach, or that nobody knows by heart, help nobody.
    if Integer.bitWidth < 64 {
      let range = "from \(Integer.min) to \(Integer.max)"
      return Expectation("an integer \(range)", "integers \(range)")
    }
    if Integer.isSigned { return Expectation("an integer", "integers") }
    return Expectation("an integer that is not negative", "integers that are not negative")
  }

  private static func rawValue<Raw: RawRepresentable>(_ type: Raw.Type) -> Expectation {
    guard let cases = EnumCases.all(of: type) else {
      // A raw value that has a raw value may go round in a circle.
      guard Raw.RawValue.self is any RawRepresentable.Type else {
        return Expectation(of: Raw.RawValue.self)
      }
      return Expectation("a value for `\(type)`", "values for `\(type)`")
    }
    let values = cases.map { LuaRepresentation(of: $0.rawValue) }
    let strings = values.compactMap { value in
      if case .value(.string(let string)) = value { string } else { nil as String? }
    }
    if strings.count == values.count { return Expectation(oneOf: strings, allowed: strings) }
    let literals = values.map { value in
      if case .value(let scalar) = value { scalar.literal } else { "…" }
    }
    return Expectation(oneOf: literals, allowed: [])
  }
}

extension LuaConverter {
  /// Returns what a type wants from Lua, such as `an integer from 0 to 255`.
  ///
  /// A phrase for someone who writes rules and has not seen the Swift source.
  public static func expectation(of type: Any.Type) -> String {
    Expectation(of: type).one
  }
}
