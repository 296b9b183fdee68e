import LuaBridge

/// Decimal numbers as text, exact to the last digit.
enum DecimalText {
  /// Returns the form that a decimal number has in Lua.
  ///
  /// An integer when it is one of 64 bits, else the shortest text without
  /// exponent. `nil` when the text is no number, or none that `Decimal` holds
  /// (38 digits, exponents from -128 to 127).
  static func value(of text: String) -> LuaValue? {
    guard let plain = plain(text) else { return nil }
    return Int64(plain).map(LuaValue.integer) ?? .string(plain)
  }

  /// Returns the shortest text for a decimal number that has no exponent.
  static func plain(_ text: String) -> String? {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = takeDigits(&rest)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = takeDigits(&rest)
      guard !fraction.isEmpty else { return nil }
    }
    guard !whole.isEmpty, var exponent = takeExponent(&rest), rest.isEmpty else { return nil }
    var digits = [UInt8](whole) + fraction
    digits = [UInt8](digits.drop { $0 == UInt8(ascii: "0") })
    guard !digits.isEmpty else { return "0" }
    exponent -= fraction.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    guard digits.count <= 38, (-128...127).contains(exponent) else { return nil }
    let number = layOut(String(decoding: digits, as: UTF8.self), exponent: exponent)
    return isNegative ? "-" + number : number
  }

  private static func takeDigits(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    text = text[digits.endIndex...]
    return digits
  }

  /// Takes an exponent, which is 0 when there is none; `nil` for a bad one.
  private static func takeExponent(_ text: inout Substring.UTF8View) -> Int? {
    guard let letter = text.first, letter | 0x20 == UInt8(ascii: "e") else { return 0 }
    text = text.dropFirst()
    let sign = text.first == UInt8(ascii: "-") ? -1 : 1
    if sign == -1 || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
    let digits = takeDigits(&text)
    // Six digits are more than `Decimal` can hold and add up without overflow.
    guard !digits.isEmpty, digits.count <= 6, let value = Int(Substring(digits)) else { return nil }
    return sign * value
  }

  private static func layOut(_ digits: String, exponent: Int) -> String {
    if exponent >= 0 { return digits + String(repeating: "0", count: exponent) }
    let point = digits.count + exponent
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    return "\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}
