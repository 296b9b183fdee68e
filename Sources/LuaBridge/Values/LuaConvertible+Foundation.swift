#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID: LuaConvertible {
  /// The string in uppercase, as Swift prints it.
  public var luaRepresentation: LuaRepresentation { .value(.string(uuidString)) }

  /// Creates the value from its string, in upper or lower case.
  public init(luaValue: LuaValue) throws(ConversionError) {
    guard case .string(let string) = luaValue else { throw .wrongType(luaValue, for: UUID.self) }
    guard let uuid = UUID(uuidString: string) else { throw .wrongValue(luaValue, for: UUID.self) }
    self = uuid
  }
}

extension URL: LuaConvertible {
  /// The absolute string.
  public var luaRepresentation: LuaRepresentation { .value(.string(absoluteString)) }

  /// Creates the value from its string.
  public init(luaValue: LuaValue) throws(ConversionError) {
    guard case .string(let string) = luaValue else { throw .wrongType(luaValue, for: URL.self) }
    guard let url = URL(string: string) else { throw .wrongValue(luaValue, for: URL.self) }
    self = url
  }
}

extension Data: LuaConvertible {
  /// A string of the bytes.
  public var luaRepresentation: LuaRepresentation {
    // INVARIANT: valid UTF-8 is always a `string`, never `bytes`.
    if let string = String(validating: self, as: UTF8.self) { return .value(.string(string)) }
    return .value(.bytes([UInt8](self)))
  }

  /// Creates the value from the bytes of a string.
  public init(luaValue: LuaValue) throws(ConversionError) {
    switch luaValue {
    case .string(let string): self = Data(string.utf8)
    case .bytes(let bytes): self = Data(bytes)
    default: throw .wrongType(luaValue, for: Data.self)
    }
  }
}

extension Decimal: LuaConvertible {
  /// An integer if it is one of 64 bits, else the nearest float.
  ///
  /// The number is rounded to 15 significant digits if they identify it, as they do after
  /// arithmetic in floating point; otherwise it has no form in Lua.
  public var luaRepresentation: LuaRepresentation {
    guard isFinite, let digits = DecimalDigits(description) else {
      return .unrepresentable("a decimal number that is not a number")
    }
    guard let number = (digits.identified ?? literal(digits))?.luaNumber else {
      return .unrepresentable(DecimalDigits.tooManyDigits(digits.digits.count))
    }
    return .value(number)
  }

  /// The number whose floating-point literal makes this number; `nil` if there is none.
  private func literal(_ digits: DecimalDigits) -> DecimalDigits? {
    guard let rounded = digits.rounded, case .number(let number)? = rounded.luaNumber,
      Decimal(number) == self
    else { return nil }
    return rounded
  }

  /// Creates the value from an integer, a float or a decimal string.
  ///
  /// A float is rounded to 15 significant digits: 0.1 + 0.2 is three tenths. A string may have 38
  /// digits.
  public init(luaValue: LuaValue) throws(ConversionError) {
    let digits: DecimalDigits?
    switch luaValue {
    case .integer, .number: digits = DecimalDigits(luaValue)
    case .string(let string): digits = DecimalDigits(string)
    case .bytes: digits = nil
    default: throw .wrongType(luaValue, for: Decimal.self)
    }
    guard let digits, let decimal = digits.decimal else {
      throw .wrongValue(luaValue, for: Decimal.self)
    }
    self = decimal
  }
}

extension DecimalDigits {
  /// The exact number; `nil` if it has more than 38 digits or too large an exponent.
  fileprivate var decimal: Decimal? {
    // SOURCE: `Decimal` keeps 128 bits of significand and an 8-bit exponent.
    guard digits.count <= 38, (-128...127).contains(exponent) else { return nil }
    var significand = Decimal(0)
    // 18 digits fit into 64 bits.
    for part in stride(from: 0, to: digits.count, by: 18) {
      let digits = digits[part..<min(part + 18, digits.count)]
      let power = digits.reduce(UInt64(1)) { power, _ in power * 10 }
      significand =
        significand * Decimal(power) + Decimal(digits.reduce(0) { $0 * 10 + UInt64($1) })
    }
    let decimal = Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    return decimal.isFinite ? decimal : nil
  }
}
