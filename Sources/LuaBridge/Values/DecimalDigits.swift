import CLuaSupport

/// A decimal number: an integer times a power of ten.
package struct DecimalDigits: Equatable {
  /// Whether the number has a minus sign.
  let isNegative: Bool
  /// The digits as an integer, which does not end with a zero; 0 for the number zero, and if there are
  /// too many digits for it.
  let significand: UInt128
  /// How many digits there are; the number zero has none.
  let count: Int
  /// The power of ten of the last digit.
  let exponent: Int

  /// The most digits that each integer of 128 bits can have.
  static let mostDigits = 38

  /// Reads a number such as `-12.50` or `1e-7`; `nil` when it is anything else.
  ///
  /// Swift's own `description` of a finite number is always of this form.
  package init?(_ text: String) {
    var text = text
    let read = text.withUTF8 { unsafe Self(ascii: $0) }
    guard let read else { return nil }
    self = read
  }

  private init?(ascii bytes: UnsafeBufferPointer<UInt8>) {
    var digits = DigitReader()
    var rest = unsafe bytes[...]
    let isNegative = unsafe rest.first == UInt8(ascii: "-")
    if unsafe isNegative || rest.first == UInt8(ascii: "+") { unsafe rest.removeFirst() }
    guard unsafe digits.read(&rest) > 0 else { return nil }
    var fraction = 0
    if unsafe rest.first == UInt8(ascii: ".") {
      unsafe rest.removeFirst()
      fraction = unsafe digits.read(&rest)
      guard fraction > 0 else { return nil }
    }
    var power = 0
    if let mark = unsafe rest.first {
      // Five digits of exponent are far more than any type here can hold, and never overflow.
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"), unsafe rest.count <= 7,
        let written = unsafe Int(String(decoding: rest.dropFirst(), as: UTF8.self))
      else { return nil }
      power = written
    }
    self.init(isNegative: isNegative, digits, exponent: power - fraction)
  }

  /// Takes an integer and an exponent.
  init(isNegative: Bool, _ significand: UInt128, exponent: Int) {
    var (significand, exponent) = (significand, exponent)
    if let small = UInt64(exactly: significand) {
      var small = small
      while small != 0, small.isMultiple(of: 10) { (small, exponent) = (small / 10, exponent + 1) }
      significand = UInt128(small)
    } else {
      while significand.isMultiple(of: 10) {
        (significand, exponent) = (significand / 10, exponent + 1)
      }
    }
    self.isNegative = isNegative
    self.significand = significand
    self.exponent = significand == 0 ? 0 : exponent
    count = Self.digitCount(of: significand)
  }

  private init(isNegative: Bool, _ digits: DigitReader, exponent: Int) {
    self.isNegative = isNegative
    significand = digits.significand
    count = digits.count
    self.exponent = count == 0 ? 0 : exponent + digits.zeros
  }

  /// Rounds a finite number to its most significant digits, at most 17.
  ///
  /// The exact value of the number is rounded, a tie to the even digit.
  init(_ number: Double, significant count: Int) {
    let (significand, exponent) = unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: count
    ) { buffer -> (UInt64, Int) in
      guard let start = buffer.baseAddress else { return (0, 0) }
      unsafe buffer.initialize(repeating: CChar(UInt8(ascii: "0")))
      let exponent = unsafe lrs_decimalDigits(number, CInt(count), start)
      let digits = unsafe buffer.reduce(UInt64(0)) { $0 * 10 + UInt64($1) - 48 }
      return (digits, Int(exponent))
    }
    self.init(
      isNegative: number.sign == .minus, UInt128(significand), exponent: exponent)
  }

  /// The digits, most significant first, each from 0 to 9.
  var digits: [UInt8] { String(significand).utf8.prefix(count).map { $0 - UInt8(ascii: "0") } }

  /// Returns the number times 10 to the power of `places`, without its fractional
  /// part; `nil` if it, or the number's digits, have more than 128 bits.
  func integer(scaledBy places: Int) -> Int128? {
    guard count <= Self.mostDigits else { return nil }
    let power = exponent + places
    var result = Int128(significand)
    for _ in 0..<min(power.magnitude, UInt(Self.mostDigits) + 1) where result != 0 {
      if power < 0 {
        result /= 10
      } else {
        let (product, isTooLarge) = result.multipliedReportingOverflow(by: 10)
        guard !isTooLarge else { return nil }
        result = product
      }
    }
    return isNegative ? -result : result
  }

  static func digitCount(of significand: UInt128) -> Int {
    var (count, rest) = (0, significand)
    while rest > UInt128(UInt64.max) { (count, rest) = (count + 1, rest / 10) }
    var small = UInt64(truncatingIfNeeded: rest)
    while small > 0 { (count, small) = (count + 1, small / 10) }
    return count
  }
}

/// Reads digits without the zeros at both ends.
private struct DigitReader {
  var significand: UInt128 = 0
  /// The digits without zeros at the end.
  var count = 0
  /// The zeros at the end.
  var zeros = 0
  /// Whether the digits are no integer of 128 bits.
  private var isTooLong = false

  /// Takes digits from the front of a text, and returns how many.
  mutating func read(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let start = unsafe rest.startIndex
    while let byte = unsafe rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      unsafe rest.removeFirst()
      add(byte - UInt8(ascii: "0"))
    }
    return unsafe rest.startIndex - start
  }

  private mutating func add(_ digit: UInt8) {
    guard digit != 0 else {
      if count > 0 { zeros += 1 }
      return
    }
    let new = zeros + 1
    count += new
    zeros = 0
    for _ in 0..<new where !isTooLong {
      let (product, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
      (significand, isTooLong) = (product, isTooLarge)
    }
    let (sum, isTooLarge) = significand.addingReportingOverflow(UInt128(digit))
    isTooLong = isTooLong || isTooLarge
    significand = isTooLong ? 0 : sum
  }
}
