extension LuaValue {
  /// The value as written in a rule file, in one line and not too long.
  ///
  /// Strings are quoted, escaped and cut after 60 characters; numbers look as
  /// Lua prints them. A value without a literal is described: `a table`, `a function`.
  public var literal: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): Self.text(of: number)
    case .string(let string): Self.quoted(string.unicodeScalars)
    case .bytes(let bytes): Self.quoted(bytes)
    case .table, .object, .function: typeName
    }
  }

  private static let longestString = 60

  private static func quoted(_ scalars: String.UnicodeScalarView) -> String {
    var text = "\""
    for scalar in scalars.prefix(longestString) {
      text += LuaText.escaped(scalar, code: hexadecimal)
    }
    return text + (scalars.dropFirst(longestString).isEmpty ? "\"" : "…\"")
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    var text = "\""
    for byte in bytes.prefix(longestString) {
      text +=
        byte < 0x80
        ? LuaText.escaped(Unicode.Scalar(byte), code: hexadecimal) : hexadecimal(byte)
    }
    return text + (bytes.count <= longestString ? "\"" : "…\"")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "\\x0\(digits)" : "\\x\(digits)"
  }
}

// MARK: - Numbers

extension LuaValue {
  /// The digits that Lua prints.
  ///
  /// SOURCE: `LUAI_NUMFFORMAT` is `%.14g` in Lua 5.4.
  private static let printedDigits = 14

  private static func text(of number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    let rounded = DecimalDigits(number, significant: printedDigits)
    let (digits, exponent) = (rounded.digits, rounded.exponent)
    guard !digits.isEmpty else { return rounded.isNegative ? "-0.0" : "0.0" }

    let sign = rounded.isNegative ? "-" : ""
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    let scale = exponent + digits.count - 1
    if scale < -4 || scale >= printedDigits {
      let fraction = text.count == 1 ? "" : "." + text.dropFirst()
      let power = scale.magnitude < 10 ? "0\(scale.magnitude)" : "\(scale.magnitude)"
      return "\(sign)\(text.prefix(1))\(fraction)e\(scale < 0 ? "-" : "+")\(power)"
    }
    if exponent >= 0 { return sign + text + String(repeating: "0", count: exponent) + ".0" }
    if scale < 0 { return sign + "0." + String(repeating: "0", count: -scale - 1) + text }
    return "\(sign)\(text.prefix(scale + 1)).\(text.dropFirst(scale + 1))"
  }
}
