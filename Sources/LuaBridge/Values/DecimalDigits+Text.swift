extension DecimalDigits {
  /// The shortest text without an exponent.
  ///
  /// `nil` if `Decimal` cannot hold the number: 38 digits, exponents from
  /// -128 to 127.
  package var plain: String? {
    guard significand != 0 else { return count == 0 ? "0" : nil }
    guard count <= Self.mostDigits, (-128...127).contains(exponent) else { return nil }
    let text = String(significand)
    let number: String
    let point = text.count + exponent
    if exponent >= 0 {
      number = text + String(repeating: "0", count: exponent)
    } else if point <= 0 {
      number = "0." + String(repeating: "0", count: -point) + text
    } else {
      number = "\(text.prefix(point)).\(text.dropFirst(point))"
    }
    return isNegative ? "-" + number : number
  }
}
