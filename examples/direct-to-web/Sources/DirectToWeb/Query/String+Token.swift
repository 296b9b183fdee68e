extension String {
  /// The text in letters that stand for themselves in addresses: `~20` is the byte 0x20.
  var pathToken: String { isEmpty ? "~" : Value.tilde(self) }

  /// Reads what ``pathToken`` wrote.
  init?(pathToken: some StringProtocol) {
    guard let text = pathToken == "~" ? "" : Value.text(tilde: pathToken) else { return nil }
    self = text
  }

  /// The text with each byte that means something in addresses as `%20`.
  var percentEncoded: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
