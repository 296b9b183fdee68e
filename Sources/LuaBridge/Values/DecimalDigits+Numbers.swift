/// Decimal numbers as numbers of Lua.
///
/// SOURCE: a double identifies every decimal number of at most 15 significant digits (`DBL_DIG`):
/// the nearest double, rounded to 15 digits, gives the number again. So order and equality of such
/// numbers are the same in Lua.
extension DecimalDigits {
  /// How many significant digits a decimal number may have in Lua.
  package static let digitsInLua = 15

  /// Why a number of more digits has no form in Lua, and what to do; without the number, which may
  /// be secret.
  package static func tooManyDigits(_ count: Int) -> String {
    "a decimal number of \(count) significant digits is not exact in Lua, which keeps"
      + " \(digitsInLua): round it, or pass it as a string, or as an integer of cents"
      + " (see the module `money`)"
  }

  /// The number in Lua: an integer if it is one of 64 bits, else the nearest float.
  ///
  /// `nil` if it has more than 15 significant digits.
  package var luaNumber: LuaValue? {
    guard count <= Self.digitsInLua else { return nil }
    let magnitude = Int64(significand)
    let significand = isNegative ? -magnitude : magnitude
    if exponent == 0 { return .integer(significand) }
    if (1...18).contains(exponent) {
      let power = (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
      let (product, isTooLarge) = significand.multipliedReportingOverflow(by: power)
      if !isTooLarge { return .integer(product) }
    }
    if (-22..<0).contains(exponent) {
      // Both are exact, so the quotient is the nearest double.
      return .number(Double(significand) / Self.floatPowers[-exponent])
    }
    return Double("\(significand)e\(exponent)").map(LuaValue.number)
  }

  /// The number rounded to 15 significant digits; `nil` if these do not identify it.
  ///
  /// Numbers that went through floating point have a tail of rounding errors: as a `Decimal`, the
  /// literal `19.99` is 19.98999999999999488. Such a tail begins after the 16th digit, and is
  /// dropped if it is no larger than two rounding errors of a double.
  package var identified: DecimalDigits? {
    guard count > Self.digitsInLua else { return self }
    guard count > Self.digitsInLua + 1, let rounded else { return nil }
    let twenty = Int128(first(Self.digitsInLua + 5).number)
    let fifteen = Int128(roundedDigits)
    let difference = twenty - fifteen * 100_000
    // SOURCE: a rounding error is at most 2^-52 of the number.
    return difference.magnitude << 51 <= twenty.magnitude ? rounded : nil
  }

  /// The number rounded to 15 significant digits, a tie away from zero; `nil` if it has too many digits.
  var rounded: DecimalDigits? {
    guard significand != 0 || count == 0 else { return nil }
    return DecimalDigits(
      isNegative: isNegative, roundedDigits, exponent: exponent + count - Self.digitsInLua)
  }

  /// The first 15 digits as an integer, rounded.
  private var roundedDigits: UInt128 {
    let (number, next) = first(Self.digitsInLua)
    return next >= 5 ? number + 1 : number
  }

  /// Returns the first digits as an integer, with zeros where there are fewer, and the next digit.
  private func first(_ wanted: Int) -> (number: UInt128, next: UInt8) {
    var (number, next) = (significand, UInt8(0))
    for _ in 0..<max(count - wanted, 0) {
      (number, next) = (number / 10, UInt8(number % 10))
    }
    for _ in 0..<max(wanted - count, 0) { number *= 10 }
    return (number, next)
  }

  /// The number that a rule gives as a decimal number: an integer or a float as ``luaNumber``, or
  /// the text if that would lose digits.
  ///
  /// `nil` if `Decimal` cannot hold the number.
  package var answer: LuaValue? {
    guard let plain else { return nil }
    return luaNumber ?? Int64(plain).map(LuaValue.integer) ?? .string(plain)
  }

  /// The decimal number that a number of Lua means: a float is rounded to 15 significant digits.
  ///
  /// `nil` for NaN, infinity and anything that is no number.
  package init?(_ value: LuaValue) {
    switch value {
    case .integer(let integer): self.init(integer)
    case .number(let number) where number.isFinite: self.init(number)
    default: return nil
    }
  }

  /// Takes an integer.
  package init(_ integer: Int64) {
    self.init(isNegative: integer < 0, UInt128(integer.magnitude), exponent: 0)
  }

  /// Rounds a finite number to 15 significant digits.
  private init(_ number: Double) {
    // The shortest digits that identify the number are, if they are at most 15, those to which it is
    // rounded: numbers of 15 digits are further apart than doubles, except for the smallest ones.
    if number.isNormal || number == 0, let shortest = DecimalDigits(number.description),
      shortest.count <= Self.digitsInLua
    {
      self = shortest
    } else {
      self.init(number, significant: Self.digitsInLua)
    }
  }

  // SOURCE: powers of ten are exact in a double up to 10^22.
  private static let floatPowers = (0...22).map { Double("1e\($0)") ?? .nan }
}
