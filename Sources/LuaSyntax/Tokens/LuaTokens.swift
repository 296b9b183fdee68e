/// The tokens of a Lua text, which may be incomplete.
package struct LuaTokens: Sendable {
  /// A word, a string, a number or a sign.
  package struct Token: Sendable {
    package enum Kind: Sendable {
      case name, keyword, string, number, sign
    }

    package let kind: Kind
    /// The keyword or the sign; nothing for other tokens.
    package let word: LuaWord
    /// The start, in bytes.
    package let start: Int
    /// The end, in bytes; for an unclosed string, the end of its line.
    package let end: Int

    package func `is`(_ word: LuaWord) -> Bool { self.word == word }
  }

  package let bytes: [UInt8]
  package private(set) var all: [Token] = []
  /// The ranges of the comments, in bytes.
  package private(set) var comments: [Range<Int>] = []
  private var position = 0

  /// Reads a text; a byte order mark is skipped, and a first line that begins with `#`.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Reads the bytes of a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = Self.startOfCode(in: bytes)
    while let token = next() { all.append(token) }
  }

  /// Returns where Lua begins to read a file: behind a byte order mark, and at the end of a first line
  /// that begins with `#`.
  ///
  /// The break of that line stays, so that lines keep their numbers.
  ///
  /// SOURCE: `luaL_loadfilex` in `lauxlib.c` of Lua 5.4.
  package static func startOfCode(in bytes: [UInt8]) -> Int {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard bytes[start...].first == UInt8(ascii: "#") else { return start }
    return bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
  }

  package var count: Int { all.count }

  package subscript(index: Int) -> Token { all[index] }

  /// Returns the word or the sign; for a string, the text between its quotes.
  package func text(_ token: Token) -> String {
    String(decoding: bytes[inner(token)], as: UTF8.self)
  }

  /// Returns the range of a token, in bytes; for a string, without its quotes.
  package func inner(_ token: Token) -> Range<Int> {
    guard token.kind == .string else { return token.start..<token.end }
    if bytes[token.start] != UInt8(ascii: "[") {
      let quote = bytes[token.start]
      let isClosed = token.end - token.start > 1 && bytes[token.end - 1] == quote
      return token.start + 1..<token.end - (isClosed ? 1 : 0)
    }
    let level = bytes[(token.start + 1)...].prefix { $0 == UInt8(ascii: "=") }.count + 2
    let isClosed =
      token.end - token.start >= 2 * level
      && bytes[token.end - level] == UInt8(ascii: "]")
      && bytes[token.end - 1] == UInt8(ascii: "]")
      && bytes[(token.end - level + 1)..<(token.end - 1)].allSatisfy { $0 == UInt8(ascii: "=") }
    return token.start + level..<max(token.start + level, token.end - (isClosed ? level : 0))
  }

  /// Returns whether a token consists of these bytes.
  package func isName(_ token: Token, _ name: String) -> Bool {
    token.kind == .name && bytes[token.start..<token.end].elementsEqual(name.utf8)
  }

  /// Returns the index of the first token that ends at a position or behind it.
  package func index(endingAtOrAfter offset: Int) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].end < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of the token at a position; between two tokens the name counts.
  package func index(at offset: Int) -> Int? {
    var number = index(endingAtOrAfter: offset)
    if number + 1 < count, all[number + 1].start <= offset,
      all[number].kind == .sign || all[number].kind == .keyword
    {
      number += 1
    }
    return number < count && all[number].start <= offset ? number : nil
  }

  // MARK: Reading

  private mutating func next() -> Token? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "-") where peek(1) == byte: skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(byte)
      case UInt8(ascii: "[") where longLevel() != nil: return longString()
      case _ where byte.isDigit || isPointOfNumber: return number()
      case _ where byte.isInName: return name()
      case _ where byte > 0x20: return sign()
      default: position += 1
      }
    }
    return nil
  }

  /// Whether a number begins here with its point; that of `...` is none.
  private var isPointOfNumber: Bool {
    guard bytes[position] == UInt8(ascii: "."), peek(1)?.isDigit == true else { return false }
    return all.last.map { $0.is("..") && $0.end == position } != true
  }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func name() -> Token {
    let start = position
    while position < bytes.count, bytes[position].isInName { position += 1 }
    let word = LuaWord(bytes[start..<position])
    let isKeyword = LuaWord.keywords.contains(word)
    return Token(
      kind: isKeyword ? .keyword : .name, word: isKeyword ? word : .none, start: start,
      end: position)
  }

  /// Reads a number with the sign of its exponent; `1..` ends before the dots.
  private mutating func number() -> Token {
    let start = position
    let isHexadecimal =
      bytes[start] == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    while position < bytes.count {
      let byte = bytes[position]
      if byte | 0x20 == exponent, peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") {
        position += 2
      } else if byte.isInName || byte == UInt8(ascii: ".") && peek(1) != byte {
        position += 1
      } else {
        break
      }
    }
    return Token(kind: .number, word: .none, start: start, end: position)
  }

  private mutating func sign() -> Token {
    let start = position
    let pair = LuaWord(bytes[start..<min(start + 2, bytes.count)])
    let isEllipsis = bytes[start...].starts(with: "...".utf8)
    position += isEllipsis ? 3 : LuaWord.pairs.contains(pair) ? 2 : 1
    // A character outside of ASCII is one token.
    while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
    return Token(kind: .sign, word: LuaWord(bytes[start..<position]), start: start, end: position)
  }

  private mutating func string(_ quote: UInt8) -> Token {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != quote, bytes[position] != 0x0A {
      if bytes[position] == UInt8(ascii: "\\") { skipEscape() } else { position += 1 }
    }
    position = min(position, bytes.count)
    if position < bytes.count, bytes[position] == quote { position += 1 }
    return Token(kind: .string, word: .none, start: start, end: position)
  }

  /// Skips a backslash and what it escapes: with `\z` all spaces that follow, and
  /// a line break even if it has two bytes.
  private mutating func skipEscape() {
    let escaped = peek(1)
    position += 2
    if escaped == UInt8(ascii: "z") {
      while position < bytes.count, bytes[position].isSpace { position += 1 }
    } else if escaped == 0x0D, peek(0) == 0x0A {
      position += 1
    }
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
    position = start + level + 2
    while position < bytes.count, !bytes[position...].starts(with: close) { position += 1 }
    position = min(position + close.count, bytes.count)
    return Token(kind: .string, word: .none, start: start, end: position)
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    if peek(0) == UInt8(ascii: "["), longLevel() != nil {
      _ = longString()
    } else {
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    }
    comments.append(start..<position)
  }
}

extension UInt8 {
  package var isDigit: Bool { (0x30...0x39).contains(self) }

  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  fileprivate var isInName: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
  }
}
