/// The tokens of a Lua text, which may be incomplete.
struct LuaTokens {
  /// A word, a string or a sign.
  struct Token {
    enum Kind {
      case name, string, number, sign
    }

    let kind: Kind
    /// The word or sign; for a string, the text between its quotes.
    let text: String
    /// The start, in bytes.
    let start: Int
    /// The end, in bytes; for an unclosed string, the end of its line.
    let end: Int
  }

  private let bytes: [UInt8]
  private var position = 0

  /// Returns the tokens of a text, without comments.
  static func all(in text: String) -> [Token] {
    var tokens = LuaTokens(bytes: Array(text.utf8))
    var all: [Token] = []
    while let token = tokens.next() { all.append(token) }
    return all
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func next() -> Token? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "-") where peek(1) == byte: skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(byte)
      case UInt8(ascii: "[") where longLevel() != nil: return longString()
      case _ where byte.isInName && !byte.isDigit: return word(.name)
      case _ where byte.isDigit: return word(.number)
      case _ where byte > 0x20: return sign()
      default: position += 1
      }
    }
    return nil
  }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func token(_ kind: Token.Kind, _ start: Int, _ text: Range<Int>) -> Token {
    Token(
      kind: kind, text: String(decoding: bytes[text], as: UTF8.self), start: start, end: position)
  }

  private mutating func word(_ kind: Token.Kind) -> Token {
    let start = position
    while position < bytes.count, bytes[position].isInName { position += 1 }
    return token(kind, start, start..<position)
  }

  private mutating func sign() -> Token {
    let start = position
    let pairs = ["==", "~=", "<=", ">=", "..", "::", "//"].map { Array($0.utf8) }
    position += pairs.contains { bytes[position...].starts(with: $0) } ? 2 : 1
    return token(.sign, start, start..<position)
  }

  private mutating func string(_ quote: UInt8) -> Token {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != quote, bytes[position] != 0x0A {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
    let end = position
    if position < bytes.count, bytes[position] == quote { position += 1 }
    return token(.string, start, start + 1..<end)
  }

  /// Returns the number of `=` in a long bracket that opens here.
  private func longLevel() -> Int? {
    var end = position + 1
    while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "[") ? end - position - 1 : nil
  }

  private mutating func longString() -> Token {
    let start = position
    let level = longLevel() ?? 0
    let close = [UInt8(ascii: "]")] + Array(repeating: 0x3D, count: level) + [UInt8(ascii: "]")]
    let inner = start + level + 2
    position = inner
    while position < bytes.count, !bytes[position...].starts(with: close) { position += 1 }
    let end = min(position, bytes.count)
    position = min(end + close.count, bytes.count)
    return token(.string, start, inner..<end)
  }

  private mutating func skipComment() {
    position += 2
    if peek(0) == UInt8(ascii: "["), longLevel() != nil {
      _ = longString()
      return
    }
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  fileprivate var isInName: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
  }
}
