/// A token of SQL, as SQLite cuts it.
enum Token: Hashable, Sendable {
  /// A keyword or a name without quotes.
  case word(String)
  /// A name in `"…"`, `[…]` or backticks. Old statements write texts in double quotes, too.
  case quotedName(String, inDoubleQuotes: Bool)
  /// A text in single quotes.
  case text(String)
  /// A number without sign, as written.
  case number(String)
  /// The digits of a blob: `x'…'`.
  case blob(String)
  /// `(`, `<=`, `||` and the like.
  case symbol(String)
  /// What SQLite does not know.
  case illegal

  /// Whether it is a certain word without quotes, in any case.
  func isWord(_ word: String) -> Bool {
    guard case .word(let own) = self else { return false }
    return own.utf8.lazy.map(\.asciiLowercased).elementsEqual(
      word.utf8.lazy.map(\.asciiLowercased))
  }
}

/// A token and the bytes that it stands on.
struct PlacedToken: Hashable, Sendable {
  var token: Token
  var range: Range<Int>
}

/// Cuts the text of a statement into tokens; comments and spaces fall out.
///
/// - SOURCE: SQLite's `tokenize.c`. It works on bytes, and each byte above 0x7F belongs to a word.
struct Tokenizer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ sql: String) { bytes = Array(sql.utf8) }

  static func tokens(of sql: String) -> [PlacedToken] {
    var tokenizer = Tokenizer(sql)
    var result: [PlacedToken] = []
    while let token = tokenizer.next() { result.append(token) }
    return result
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private mutating func next() -> PlacedToken? {
    skipSpacesAndComments()
    guard position < bytes.count else { return nil }
    let start = position
    let token = token(from: start)
    return PlacedToken(token: token, range: start..<position)
  }

  private mutating func skipSpacesAndComments() {
    while position < bytes.count {
      switch byte() {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        position += 1
      case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
        skip { $0 != 0x0A }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        position += 2
        while position < bytes.count,
          !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/"))
        {
          position += 1
        }
        position = min(position + 2, bytes.count)
      default: return
      }
    }
  }

  private mutating func token(from start: Int) -> Token {
    switch byte() {
    case UInt8(ascii: "'"):
      return quoted(by: UInt8(ascii: "'")).map(Token.text) ?? .illegal
    case UInt8(ascii: "\""):
      return quoted(by: UInt8(ascii: "\"")).map { .quotedName($0, inDoubleQuotes: true) }
        ?? .illegal
    case UInt8(ascii: "`"):
      return quoted(by: UInt8(ascii: "`")).map { .quotedName($0, inDoubleQuotes: false) }
        ?? .illegal
    case UInt8(ascii: "["):
      skip { $0 != UInt8(ascii: "]") }
      guard position < bytes.count else { return .illegal }
      position += 1
      return .quotedName(text(start + 1..<position - 1), inDoubleQuotes: false)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard byte(1) == UInt8(ascii: "'") else { return word(from: start) }
      position += 1
      return quoted(by: UInt8(ascii: "'")).map(Token.blob) ?? .illegal
    case let first where first.isDigit || (first == UInt8(ascii: ".") && byte(1).isDigit):
      return number(from: start)
    case let first where first.isWordByte:
      return word(from: start)
    default:
      let pair = text(start..<min(start + 2, bytes.count))
      position += ["||", "<=", "<>", "<<", ">=", ">>", "==", "!=", "->"].contains(pair) ? 2 : 1
      return .symbol(text(start..<position))
    }
  }

  private mutating func word(from start: Int) -> Token {
    skip { $0.isWordByte || $0.isDigit || $0 == UInt8(ascii: "$") }
    return .word(text(start..<position))
  }

  private mutating func number(from start: Int) -> Token {
    if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
      position += 2
      skip(while: \.isHexDigit)
    } else {
      skip(while: \.isDigit)
      if byte() == UInt8(ascii: ".") {
        position += 1
        skip(while: \.isDigit)
      }
      let sign = [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte(1)) ? 1 : 0
      if byte() | 0x20 == UInt8(ascii: "e"), byte(1 + sign).isDigit {
        position += 1 + sign
        skip(while: \.isDigit)
      }
    }
    let end = position
    skip { $0.isWordByte || $0.isDigit || $0 == UInt8(ascii: "$") }
    return position == end ? .number(text(start..<end)) : .illegal
  }

  /// Reads to the closing quote; two quotes stand for one.
  private mutating func quoted(by quote: UInt8) -> String? {
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let next = byte()
      position += 1
      guard next == quote else {
        content.append(next)
        continue
      }
      guard byte() == quote else { return String(decoding: content, as: UTF8.self) }
      content.append(quote)
      position += 1
    }
    return nil
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
  fileprivate var isWordByte: Bool {
    self >= 0x80 || self == UInt8(ascii: "_") || (0x61...0x7A).contains(self | 0x20)
  }
}
