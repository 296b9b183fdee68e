/// What a Swift type accepts from Lua, in words for rule authors.
struct Expectation {
  /// The phrase for one value, such as `an integer`.
  var one: String
  /// The phrase for several values, such as `integers`.
  var many: String
  /// The accepted strings, if they can be listed.
  var allowed: [String] = []

  init(_ one: String, _ many: String) {
    self.one = one
    self.many = many
  }

  /// Creates the phrase for one of some values; lists as many as fit into a line.
  init(oneOf values: [String], allowed: [String]) {
    let most = 12
    let listed = values.prefix(most).joined(separator: ", ")
    let rest = values.count > most ? ", … (\(values.count) in all)" : ""
    one = values.count == 1 ? listed : "one of \(listed)\(rest)"
    many = "any of \(listed)\(rest)"
    self.allowed = allowed
  }

  /// Finds the phrase for a type.
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
    // Do not give bounds that Lua cannot reach or that people do not know by heart.
    if Integer.bitWidth < 64 {
      let range = "from \(Integer.min) to \(Integer.max)"
      return Expectation("an integer \(range)", "integers \(range)")
    }
    if Integer.isSigned { return Expectation("an integer", "integers") }
    return Expectation("an integer that is not negative", "integers that are not negative")
  }

  private static func rawValue<Raw: RawRepresentable>(_ type: Raw.Type) -> Expectation {
    guard let cases = EnumCases.all(of: type) else {
      // A raw value that itself has a raw value may form a cycle.
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
  /// Returns what a type accepts from Lua, such as `an integer from 0 to 255`.
  ///
  /// The phrase is for rule authors who do not know the Swift source.
  package static func expectation(of type: Any.Type) -> String {
    Expectation(of: type).one
  }
}
