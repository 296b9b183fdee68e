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
  /// How many spaces stand before it in its line.
  package let gap: Int
  /// How many characters stand before it in its line; known for comments.
  let column: Int

  func `is`(_ word: LuaWord) -> Bool { self.word == word && role != .comment }

  /// Reads a text.
  package static func all(in text: String) -> [FormattedToken] {
    var reader = FormattedTokenReader(LuaTokens(text))
    return reader.read()
  }
}

/// Puts the tokens and the comments of a text in order, and tells their roles.
private struct FormattedTokenReader {
  private let tokens: LuaTokens
  private var found: [FormattedToken] = []
  private var line = 0
  private var position = 0

  init(_ tokens: LuaTokens) { self.tokens = tokens }

  mutating func read() -> [FormattedToken] {
    var comments = tokens.comments[...]
    var index = 0
    while index < tokens.count {
      while let comment = comments.first, comment.lowerBound < tokens[index].start {
        comments.removeFirst()
        add(comment: comment)
      }
      let end = endOfWhole(from: index)
      let token = tokens[index]
      add(
        token.start..<tokens[end].end, word: end == index ? token.word : .none,
        isName: token.kind == .name)
      index = end + 1
    }
    for comment in comments { add(comment: comment) }
    findRoles()
    return found
  }

  // MARK: Parts

  /// The last token of what is one word of Lua: `...`, or a number with the sign
  /// of its exponent.
  private func endOfWhole(from index: Int) -> Int {
    func touches(_ index: Int) -> Bool {
      index < tokens.count && tokens[index].start == tokens[index - 1].end
    }
    let token = tokens[index]
    if token.is(".."), touches(index + 1), tokens[index + 1].is(".") { return index + 1 }
    guard token.kind == .number, touches(index + 1),
      tokens[index + 1].is("+") || tokens[index + 1].is("-"), touches(index + 2),
      tokens[index + 2].kind == .number
    else { return index }
    let isHexadecimal = tokens.text(token).lowercased().hasPrefix("0x")
    let last = tokens.bytes[token.end - 1] | 0x20
    return last == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")) ? index + 2 : index
  }

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
      if byte == 0x0A { line += 1 }
      gap = byte == 0x20 ? gap + 1 : byte == 0x09 ? gap + 1 : 0
    }
    var column = 0
    if role == .comment {
      let before = tokens.bytes[..<range.lowerBound]
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count
    }
    let first = line
    line += tokens.bytes[range].count { $0 == 0x0A }
    position = range.upperBound
    found.append(
      FormattedToken(
        text: String(decoding: tokens.bytes[range], as: UTF8.self), word: word, isName: isName,
        role: role, line: first, lastLine: line, gap: gap, column: column))
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
