extension Bool: LuaConvertible {
  /// The boolean.
  public var luaRepresentation: LuaRepresentation { .value(.boolean(self)) }

  /// Creates the value from a boolean; other values are errors.
  public init(luaValue: LuaValue) throws(ConversionError) {
    guard case .boolean(let boolean) = luaValue else {
      throw .wrongType(luaValue, for: Bool.self)
    }
    self = boolean
  }
}

// MARK: - Integers

extension LuaConvertible where Self: FixedWidthInteger {
  /// The integer, if it fits into 64 bits.
  public var luaRepresentation: LuaRepresentation {
    guard let integer = Int64(exactly: self) else {
      return .unrepresentable("the integer \(self) does not fit into the 64 bits of Lua")
    }
    return .value(.integer(integer))
  }

  /// Creates the value from an integer, or from a floating-point number with an integral value.
  public init(luaValue: LuaValue) throws(ConversionError) {
    let exact: Self?
    switch luaValue {
    case .integer(let integer): exact = Self(exactly: integer)
    case .number(let number): exact = Self(exactly: number)
    default: throw .wrongType(luaValue, for: Self.self)
    }
    guard let exact else { throw .wrongValue(luaValue, for: Self.self) }
    self = exact
  }
}

extension Int: LuaConvertible {}
extension Int8: LuaConvertible {}
extension Int16: LuaConvertible {}
extension Int32: LuaConvertible {}
extension Int64: LuaConvertible {}
extension Int128: LuaConvertible {}
extension UInt: LuaConvertible {}
extension UInt8: LuaConvertible {}
extension UInt16: LuaConvertible {}
extension UInt32: LuaConvertible {}
extension UInt64: LuaConvertible {}
extension UInt128: LuaConvertible {}

// MARK: - Floating point

extension LuaConvertible where Self: BinaryFloatingPoint {
  /// The number, with NaN and the infinities as they are.
  public var luaRepresentation: LuaRepresentation { .value(.number(Double(self))) }

  /// Creates the value from a number, or from an integer that a `Double` holds exactly.
  ///
  /// A narrower type than `Double` rounds, but a finite number stays finite.
  public init(luaValue: LuaValue) throws(ConversionError) {
    self = try Self.rounded(luaValue)
  }
}

extension BinaryFloatingPoint {
  /// Converts to the type; also for types that are not listed here, such as
  /// `CGFloat` and `Float80`.
  static func rounded(_ value: LuaValue) throws(ConversionError) -> Self {
    let number: Double
    switch value {
    case .number(let given): number = given
    case .integer(let integer):
      guard let exact = Double(exactly: integer) else {
        throw ConversionError(
          .wrongValue, given: value.literal,
          expected: "a number that floating point holds exactly")
      }
      number = exact
    default: throw .wrongType(value, for: Self.self)
    }
    let rounded = Self(number)
    guard rounded.isFinite || !number.isFinite else {
      let limit = LuaValue.number(Double(Self.greatestFiniteMagnitude)).literal
      throw ConversionError(
        .wrongValue, given: value.literal, expected: "a number from -\(limit) to \(limit)")
    }
    return rounded
  }
}

extension Double: LuaConvertible {}
extension Float: LuaConvertible {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: LuaConvertible {}
#endif
