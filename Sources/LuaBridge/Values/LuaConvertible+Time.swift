#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: LuaConvertible {
  /// The seconds since 1970, as a number with a fraction.
  public var luaRepresentation: LuaRepresentation { .value(.number(timeIntervalSince1970)) }

  /// Creates the value from seconds since 1970, or from an ISO 8601 string.
  ///
  /// A time needs `Z` or an offset; a date alone is midnight UTC.
  public init(luaValue: LuaValue) throws(ConversionError) {
    let seconds: Double?
    switch luaValue {
    case .integer(let integer): seconds = Double(exactly: integer)
    case .number(let number): seconds = number.isFinite ? number : nil
    case .string(let string): seconds = ISO8601.date(string)
    case .bytes: seconds = nil
    default: throw .wrongType(luaValue, for: Date.self)
    }
    guard let seconds else { throw .wrongValue(luaValue, for: Date.self) }
    self = Date(timeIntervalSince1970: seconds)
  }
}

extension Duration: LuaConvertible {
  private static var attosecondsPerSecond: Int128 { 1_000_000_000_000_000_000 }

  /// The seconds, as a number with a fraction.
  public var luaRepresentation: LuaRepresentation {
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return .value(.number(Double(seconds) + Double(rest) / 1e18))
  }

  /// Creates the value from seconds, or from an ISO 8601 string such as `PT1.5S`.
  ///
  /// A floating-point number means its shortest decimal: 1.1 is exactly eleven
  /// tenths. Parts below an attosecond are dropped.
  public init(luaValue: LuaValue) throws(ConversionError) {
    switch luaValue {
    case .string(let string):
      guard let seconds = ISO8601.duration(string) else {
        throw .wrongValue(luaValue, for: Duration.self)
      }
      try self.init(luaValue: .number(seconds))
    case .integer(let integer):
      self = Duration(secondsComponent: integer, attosecondsComponent: 0)
    case .number(let number):
      // `components` traps if the seconds do not fit into 64 bits.
      guard number.isFinite, Int64(exactly: number.rounded(.towardZero)) != nil,
        let digits = DecimalDigits(number.description),
        let attoseconds = digits.integer(scaledBy: 18)
      else { throw .wrongValue(luaValue, for: Duration.self) }
      self = Duration(attoseconds: attoseconds)
    default: throw .wrongType(luaValue, for: Duration.self)
    }
  }
}
