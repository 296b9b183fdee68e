/// A token or a comment, with what its layout depends on.
package struct FormattedToken {
  /// What a token is for the spaces around it.
  package enum Role {
    /// A name, a value, or a keyword.
    case word
    /// A bracket that begins something new.
    case open
    /// A bracket behind what is called or indexed.
    case callOpen
    case close
    case braceOpen
    case braceClose
    case comma
    case dot
    case unary
    case binary
    case labelOpen
    case labelClose
    case attributeOpen
    case attributeClose
    case comment
  }

  package let text: String
  /// The keyword or the sign.
  let word: LuaWord
  let isName: Bool
  package fileprivate(set) var role = Role.word
  /// The line of its beginning, from 0.
  package let line: Int
  /// The line of its end.
  let lastLine: Int
  /// The number of spaces right before it.
  package let gap: Int
  /// The number of characters before it in its line.
  let column: Int

  func `is`(_ word: LuaWord) -> Bool { self.word == word && role != .comment }

  /// Reads a text.
  package static func all(in text: String) -> [FormattedToken] {
    var reader = FormattedTokenReader(LuaTokens(text))
    return reader.read()
  }
}

/// Finds the lines and the roles of the tokens and the comments of a text.
private struct FormattedTokenReader {
  private let tokens: LuaTokens
  private var found: [FormattedToken] = []
  private var line = 0
  private var column = 0
  private var position = 0

  init(_ tokens: LuaTokens) { self.tokens = tokens }

  mutating func read() -> [FormattedToken] {
    for piece in tokens.pieces {
      switch piece {
      case .token(let token): add(piece.range, word: token.word, isName: token.kind == .name)
      case .comment(let range): add(comment: range)
      }
    }
    findRoles()
    return found
  }

  // MARK: Parts

  private mutating func add(comment: Range<Int>) {
    let bytes = tokens.bytes[comment]
    // A comment up to the end of its line loses the spaces at its end.
    let isLine = !bytes.contains(0x0A) && bytes.last != UInt8(ascii: "]")
    let end =
      isLine
      ? bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? comment.upperBound : comment.upperBound
    add(comment.lowerBound..<end, word: .none, isName: false, role: .comment)
  }

  private mutating func add(
    _ range: Range<Int>, word: LuaWord, isName: Bool, role: FormattedToken.Role = .word
  ) {
    var gap = 0
    for byte in tokens.bytes[position..<range.lowerBound] {
      pass(byte)
      gap = byte == 0x20 || byte == 0x09 ? gap + 1 : 0
    }
    let (first, before) = (line, column)
    for byte in tokens.bytes[range] { pass(byte) }
    position = range.upperBound
    found.append(
      FormattedToken(
        text: String(decoding: tokens.bytes[range], as: UTF8.self), word: word, isName: isName,
        role: role, line: first, lastLine: line, gap: gap, column: before))
  }

  /// Counts lines, and characters in a line.
  private mutating func pass(_ byte: UInt8) {
    if byte == 0x0A {
      line += 1
      column = 0
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  // MARK: Roles

  private static let operators: Set<LuaWord> = [
    "=", "==", "~=", "<", ">", "<=", ">=", "+", "*", "/", "//", "%", "^", "..", "&", "|", "<<",
    ">>", "-", "~",
  ]

  private mutating func findRoles() {
    let order = found.indices.filter { found[$0].role != .comment }
    var endsExpression = false
    var isInLabel = false
    for (place, index) in order.enumerated() {
      let before = place > 0 ? found[order[place - 1]] : nil
      let token = found[index]
      var role = FormattedToken.Role.word
      switch token.word {
      case "(":
        let isCall = endsExpression && before?.is("end") != true || before?.is("function") == true
        role = isCall ? .callOpen : .open
      case "[": role = endsExpression ? .callOpen : .open
      case ")", "]": role = .close
      case "{": role = .braceOpen
      case "}": role = .braceClose
      case ",", ";": role = .comma
      case ".", ":": role = .dot
      case "#": role = .unary
      case "::":
        role = isInLabel ? .labelClose : .labelOpen
        isInLabel.toggle()
      case ">" where before.map { _ in isAttribute(order, place - 2) } == true:
        role = .attributeClose
      case "<" where isAttribute(order, place): role = .attributeOpen
      case "-" where !endsExpression, "~" where !endsExpression: role = .unary
      case _ where Self.operators.contains(token.word): role = .binary
      default: break
      }
      found[index].role = role
      endsExpression =
        role == .close || role == .braceClose
        || role == .word
          && (token.word == .none || token.is("nil") || token.is("true") || token.is("false")
            || token.is("end"))
    }
  }

  /// Whether a sign begins the attribute of a local variable: `<const>`.
  private func isAttribute(_ order: [Int], _ place: Int) -> Bool {
    guard place > 1, place + 2 < order.count else { return false }
    let parts = (place - 2...place + 2).map { found[order[$0]] }
    return parts[2].word == "<" && parts[4].word == ">" && parts[1].isName
      && (parts[0].word == "local" || parts[0].word == ",")
      && ["const", "close"].contains(parts[3].text)
  }
}
