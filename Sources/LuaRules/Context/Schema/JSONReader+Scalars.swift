import LuaBridge

extension JSONReader {
  // MARK: - Numbers

  /// Reads a number; the position is at its first byte.
  mutating func readNumber() throws(JSONReadingError) -> LuaValue {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var fits = true
    var integer: Int64 = 0
    let firstDigit = position
    while let digit = digitAtPosition() {
      let (product, overflow) = integer.multipliedReportingOverflow(by: 10)
      // Counting down for negative numbers reaches -2^63.
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || carry { fits = false }
      integer = sum
      position += 1
    }
    guard position > firstDigit else {
      throw failure("expected a digit, got \(found())")
    }
    guard position == firstDigit + 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
      throw failure("a number does not begin with 0", at: start)
    }
    guard try readFractionAndExponent() else {
      if fits { return .integer(integer) }
      guard largeIntegers == .rounded else {
        // The message omits the digits: a value in a context may be secret.
        var error = failure("the integer does not fit into 64 bits", at: start)
        error.isLargeInteger = true
        throw error
      }
      return .number(try floatingPoint(from: start))
    }
    return .number(try floatingPoint(from: start))
  }

  private func digitAtPosition() -> Int64? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    return Int64(byte - UInt8(ascii: "0"))
  }

  /// Reads the fraction and the exponent of a float; returns whether there was
  /// any.
  private mutating func readFractionAndExponent() throws(JSONReadingError) -> Bool {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try readDigits()
    }
    return position > start
  }

  private mutating func readDigits() throws(JSONReadingError) {
    guard digitAtPosition() != nil else {
      throw failure("expected a digit, got \(found())")
    }
    while digitAtPosition() != nil { position += 1 }
  }

  private func floatingPoint(from start: Int) throws(JSONReadingError) -> Double {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw failure("the number is too large for a floating-point number", at: start)
    }
    return value
  }

  // MARK: - Strings

  /// Reads a string; the position is at its opening quote.
  mutating func readString() throws(JSONReadingError) -> String {
    let opening = position
    position += 1
    var start = position
    // Stays empty for strings without escapes, which are the usual case.
    var unescaped: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        if unescaped.isEmpty { return try validated(bytes[start..<position - 1], from: start) }
        unescaped += bytes[start..<position - 1]
        return try validated(unescaped[...], from: opening)
      }
      if byte == UInt8(ascii: "\\") {
        unescaped += bytes[start..<position]
        try readEscape(into: &unescaped)
        start = position
        continue
      }
      guard byte >= 0x20 else {
        throw failure(
          byte == 0x0A
            ? "a string ends before its closing quote; a line break is written `\\n`"
            : "a control character in a string is written `\\u00\(hexadecimal(byte))`")
      }
      position += 1
    }
    throw failure("the string that begins here has no closing quote", at: opening)
  }

  private func validated(
    _ text: ArraySlice<UInt8>, from start: Int
  ) throws(JSONReadingError) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw failure("the string that begins here is not valid UTF-8", at: start)
    }
    return string
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(JSONReadingError) {
    let start = position
    position += 1
    guard position < bytes.count else { return }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try readHexadecimal(from: start)
      if code & 0xFC00 == 0xD800, bytes[position...].starts(with: [0x5C, 0x75]) {
        position += 2
        let low = try readHexadecimal(from: start)
        guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate(at: start) }
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate(at: start) }
      text += Array(String(Character(scalar)).utf8)
    default:
      throw failure("there is no escape like this in JSON; a backslash is `\\\\`", at: start)
    }
  }

  private func loneSurrogate(at start: Int) -> JSONReadingError {
    failure("half of a surrogate pair is not a character", at: start)
  }

  private mutating func readHexadecimal(from start: Int) throws(JSONReadingError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count,
        let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
      else { throw failure("expected four hexadecimal digits after `\\u`", at: start) }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }
}
