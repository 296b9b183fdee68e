extension Value {
  /// The value in letters that stand for themselves in URLs.
  ///
  /// Digits for a whole number, else a letter for the kind and what follows from it. `~20` is the byte 0x20.
  var token: String {
    switch self {
    case .null: "n"
    case .integer(let value): "\(value)"
    case .real(let value): "r" + Self.hex(Self.bytes(of: value))
    case .text(let text): "t" + Self.tilde(text)
    case .blob(let bytes): "b" + Self.hex(bytes)
    case .malformedText(let bytes): "m" + Self.hex(bytes)
    }
  }

  init?(token: some StringProtocol) {
    let rest = token.dropFirst()
    switch token.first {
    case "n" where rest.isEmpty: self = .null
    case "r":
      guard rest.count == 16, let bits = UInt64(rest, radix: 16) else { return nil }
      self = .real(Double(bitPattern: bits))
    case "t":
      guard let text = Self.text(tilde: rest) else { return nil }
      self = .text(text)
    case "b":
      guard let bytes = Self.bytes(hex: rest) else { return nil }
      self = .blob(bytes)
    case "m":
      guard let bytes = Self.bytes(hex: rest) else { return nil }
      self = .malformedText(bytes)
    default:
      guard let value = Int64(token) else { return nil }
      self = .integer(value)
    }
  }

  // MARK: - Bytes

  private static func bytes(of value: Double) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(hex: some StringProtocol) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = digits[index..<index + 2]
      guard pair.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  static func tilde(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "~" + hex([byte])
      }
    }
    return result
  }

  static func text(tilde: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(tilde.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "~") {
        guard rest.count >= 2,
          let coded = Self.bytes(hex: String(decoding: rest.prefix(2), as: UTF8.self))
        else { return nil }
        bytes += coded
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension [Value] {
  var token: String { map(\.token).joined(separator: ",") }

  init?(token: String) {
    self = []
    for part in token.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Value(token: part) else { return nil }
      append(value)
    }
  }
}
