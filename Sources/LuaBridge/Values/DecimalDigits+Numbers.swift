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
    guard digits.count <= Self.digitsInLua else { return nil }
    var significand: Int64 = 0
    for digit in digits { significand = significand * 10 + Int64(digit) }
    if isNegative { significand = -significand }
    if exponent == 0 { return .integer(significand) }
    if (1...18).contains(exponent) {
      let (product, isTooLarge) = significand.multipliedReportingOverflow(
        by: (0..<exponent).reduce(1) { power, _ in power * 10 })
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
    guard digits.count > Self.digitsInLua else { return self }
    guard digits.count > Self.digitsInLua + 1, let rounded else { return nil }
    let twenty = Self.number(of: digits, count: Self.digitsInLua + 5)
    let fifteen = Self.number(of: digits, count: Self.digitsInLua, rounding: true)
    let difference = twenty - fifteen * 100_000
    // SOURCE: a rounding error is at most 2^-52 of the number.
    return difference.magnitude << 51 <= twenty.magnitude ? rounded : nil
  }

  /// The number rounded to 15 significant digits, a tie away from zero.
  var rounded: DecimalDigits? {
    let number = Self.number(of: digits, count: Self.digitsInLua, rounding: true)
    return DecimalDigits(
      "\(isNegative ? "-" : "")\(number)e\(exponent + digits.count - Self.digitsInLua)")
  }

  /// Returns the first digits as an integer, with zeros where there are fewer.
  private static func number(of digits: [UInt8], count: Int, rounding: Bool = false) -> Int128 {
    let kept = digits.prefix(count).reduce(Int128(0)) { $0 * 10 + Int128($1) }
    guard count < digits.count else {
      return (digits.count..<count).reduce(kept) { number, _ in number * 10 }
    }
    return rounding && digits[count] >= 5 ? kept + 1 : kept
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
    case .integer(let integer): self.init(String(integer))
    case .number(let number) where number.isFinite:
      self.init(number, significant: Self.digitsInLua)
    default: return nil
    }
  }

  // SOURCE: powers of ten are exact in a double up to 10^22.
  private static let floatPowers = (0...22).map { Double("1e\($0)") ?? .nan }
}
