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
  /// An integer if it is one of at most 64 bits, else the exact decimal string.
  public var luaRepresentation: LuaRepresentation {
    guard isFinite else { return .unrepresentable("a decimal number that is not a number") }
    if let integer = Int64(description) { return .value(.integer(integer)) }
    return .value(.string(description))
  }

  /// Creates the value from an integer, a number or a decimal string.
  ///
  /// A floating-point number means its shortest decimal: 0.1 is one tenth.
  public init(luaValue: LuaValue) throws(ConversionError) {
    let digits: DecimalDigits?
    switch luaValue {
    case .integer(let integer): digits = DecimalDigits(String(integer))
    case .number(let number): digits = number.isFinite ? DecimalDigits(number.description) : nil
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
    for digit in digits { significand = significand * 10 + Decimal(Int(digit)) }
    let decimal = Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    return decimal.isFinite ? decimal : nil
  }
}
