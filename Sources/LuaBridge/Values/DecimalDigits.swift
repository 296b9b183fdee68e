import CLuaSupport

/// The digits of a decimal number and its exponent.
///
/// The number is `digits` × 10 to the power of `exponent`. `digits` neither begins nor ends
/// with a zero; the number zero has no digits.
package struct DecimalDigits {
  /// Whether the number has a minus sign.
  let isNegative: Bool
  /// The digits, most significant first, each from 0 to 9.
  let digits: [UInt8]
  /// The power of ten of the last digit.
  let exponent: Int

  /// Reads a number such as `-12.50` or `1e-7`; `nil` when it is anything else.
  ///
  /// Swift's own `description` of a finite number is always of this form.
  package init?(_ text: String) {
    var bytes = Substring(text).utf8
    let isNegative = bytes.first == UInt8(ascii: "-")
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      bytes.removeFirst()
    }
    let whole = bytes.prefix(while: Self.isDigit)
    bytes = bytes.dropFirst(whole.count)
    var fraction = bytes.prefix(0)
    if bytes.first == UInt8(ascii: ".") {
      bytes.removeFirst()
      fraction = bytes.prefix(while: Self.isDigit)
      bytes = bytes.dropFirst(fraction.count)
      guard !fraction.isEmpty else { return nil }
    }
    guard !whole.isEmpty else { return nil }

    var power = 0
    if let mark = bytes.first {
      // Five digits of exponent are far more than any type here can hold, and never overflow.
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"), bytes.count <= 7,
        let written = Int(Substring(bytes.dropFirst()))
      else { return nil }
      power = written
    }

    let digits = (Array(whole) + Array(fraction)).map { $0 - UInt8(ascii: "0") }
    self.init(isNegative: isNegative, digits: digits, exponent: power - fraction.count)
  }

  /// Takes any digits, and drops the zeros at both ends.
  private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    self.isNegative = isNegative
    let zeros = digits.reversed().prefix { $0 == 0 }.count
    self.digits = Array(digits.dropLast(zeros).drop { $0 == 0 })
    self.exponent = self.digits.isEmpty ? 0 : exponent + zeros
  }

  /// Rounds a finite number to its most significant digits, at most 17.
  ///
  /// The exact value of the number is rounded, a tie to the even digit.
  init(_ number: Double, significant count: Int) {
    let (digits, exponent) = unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: count
    ) { buffer -> ([UInt8], Int) in
      guard let start = buffer.baseAddress else { return ([], 0) }
      unsafe buffer.initialize(repeating: CChar(UInt8(ascii: "0")))
      let exponent = unsafe lrs_decimalDigits(number, CInt(count), start)
      return unsafe (buffer.map { UInt8($0) - UInt8(ascii: "0") }, Int(exponent))
    }
    self.init(isNegative: number.sign == .minus, digits: digits, exponent: exponent)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns the number times 10 to the power of `places`, without its fractional
  /// part; `nil` if it has more than 128 bits.
  func integer(scaledBy places: Int) -> Int128? {
    let power = exponent + places
    var result: Int128 = 0
    for digit in power < 0 ? digits.dropLast(-power) : digits[...] {
      guard let next = Self.appending(digit, to: result) else { return nil }
      result = next
    }
    guard result != 0 else { return 0 }
    for _ in 0..<max(power, 0) {
      guard let next = Self.appending(0, to: result) else { return nil }
      result = next
    }
    return isNegative ? -result : result
  }

  private static func appending(_ digit: UInt8, to number: Int128) -> Int128? {
    let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10)
    let (sum, isSumTooLarge) = shifted.addingReportingOverflow(Int128(digit))
    return isTooLarge || isSumTooLarge ? nil : sum
  }
}
