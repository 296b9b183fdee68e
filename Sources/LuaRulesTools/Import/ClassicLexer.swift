/// A lexer for classic rule files.
///
/// After a mistake it continues behind it, so that one run finds all mistakes.
struct ClassicLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var position = ClassicPosition()
  private var comments: [ClassicComment] = []
  private var faults: [ClassicFault] = []

  // Longer signs come first.
  private static let signs = [
    "*true*", "*false*", "=>", "==", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "!", "(",
    ")", "{", "}", "[", "]", ",", ";", ":",
  ].map { Array($0.unicodeScalars) }

  /// Returns the tokens of a text, of which the last one is the end, and the
  /// mistakes in it.
  static func tokens(of text: String) -> (tokens: [ClassicToken], faults: [ClassicFault]) {
    var lexer = ClassicLexer(text)
    var tokens: [ClassicToken] = []
    repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
    return (tokens, lexer.faults)
  }

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { index = 1 }
  }

  private mutating func next() -> ClassicToken {
    var kind: ClassicToken.Kind
    var start = position
    do throws(ClassicFault) {
      try skipSpace()
      start = position
      kind = try self.kind()
    } catch {
      kind = .invalid
      faults.append(error)
    }
    defer { comments = [] }
    return ClassicToken(kind: kind, position: start, end: position, comments: comments)
  }

  private mutating func kind() throws(ClassicFault) -> ClassicToken.Kind {
    guard let scalar = peek() else { return .end }
    if scalar == "\"" || scalar == "'" { return .string(try string(in: scalar)) }
    let isNegative = scalar == "-"
    if isDigit(scalar) || isNegative && isDigit(peek(1)) { return try number() }
    if isWordStart(scalar) { return .word(take { Self.isWordPart($0) }) }
    for sign in Self.signs where matches(sign) {
      for _ in sign { advance() }
      return .sign(String(String.UnicodeScalarView(sign)).lowercased())
    }
    let start = position
    if let constant = misspeltConstant() {
      throw fault("there is no constant `\(constant)`", at: start, hint: Self.hint(for: scalar))
    }
    advance()
    throw fault("unexpected character `\(scalar)`", at: start, hint: Self.hint(for: scalar))
  }

  /// Takes a word between asterisks; `nil` where there is none.
  private mutating func misspeltConstant() -> String? {
    guard peek() == "*", let first = peek(1), isWordStart(first) else { return nil }
    var length = 2
    while let scalar = peek(length), Self.isWordPart(scalar) { length += 1 }
    guard peek(length) == "*" else { return nil }
    advance()
    let word = take { Self.isWordPart($0) }
    advance()
    return "*\(word)*"
  }

  private static func hint(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "$", "%": "variables of the program have no equivalent in a rule file"
    case "*": "write `*true*` or `*false*`"
    default: nil
    }
  }

  // MARK: Characters

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  private mutating func advance() {
    if scalars[index] == "\n" {
      position.line += 1
      position.column = 1
    } else {
      position.column += 1
    }
    index += 1
  }

  private func matches(_ sign: [Unicode.Scalar]) -> Bool {
    guard index + sign.count <= scalars.count else { return false }
    return sign.indices.allSatisfy { offset in
      let scalar = scalars[index + offset]
      return scalar.properties.lowercaseMapping == String(sign[offset])
    }
  }

  private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek(), isWanted(scalar) {
      text.append(scalar)
      advance()
    }
    return String(text)
  }

  private func fault(
    _ message: String, at place: ClassicPosition? = nil, hint: String? = nil
  ) -> ClassicFault {
    ClassicFault(message: message, position: place ?? position, hint: hint)
  }

  private func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { "0"..."9" ~= $0 } ?? false
  }

  private func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "@" || scalar.properties.isAlphabetic
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "@" || scalar == "." || "0"..."9" ~= scalar
      || scalar.properties.isAlphabetic
  }

  // MARK: Space

  private mutating func skipSpace() throws(ClassicFault) {
    while let scalar = peek() {
      if scalar.properties.isWhitespace {
        advance()
      } else if scalar == "#" || scalar == "/" && peek(1) == "/" {
        let text = take { $0 != "\n" && $0 != "\r" }
        comment(String(text.drop { $0 == "#" || $0 == "/" }), in: position.line)
      } else if scalar == "/", peek(1) == "*" {
        try skipBlock()
      } else {
        return
      }
    }
  }

  private mutating func comment(_ text: String, in line: Int) {
    let words = text.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    if !words.isEmpty {
      comments.append(ClassicComment(line: line, text: words.joined(separator: " ")))
    }
  }

  private mutating func skipBlock() throws(ClassicFault) {
    let start = position
    advance()
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      if scalar == "*", peek(1) == "/" {
        advance()
        advance()
        let lines = String(text).split(
          omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() {
          comment(String(line.drop { $0 == " " || $0 == "*" }), in: start.line + number)
        }
        return
      }
      text.append(scalar)
      advance()
    }
    throw fault("the comment has no end", at: start, hint: "close it with `*/`")
  }

  // MARK: Strings and numbers

  private mutating func string(in quote: Unicode.Scalar) throws(ClassicFault) -> String {
    let start = position
    advance()
    var text = String.UnicodeScalarView()
    var mistake: ClassicFault?
    while let scalar = peek() {
      if scalar == quote {
        advance()
        if let mistake { throw mistake }
        return String(text)
      }
      if scalar == "\n" { break }
      guard scalar == "\\" else {
        text.append(scalar)
        advance()
        continue
      }
      do throws(ClassicFault) {
        text.append(try escape())
      } catch {
        mistake = mistake ?? error
      }
    }
    throw fault("the string has no end", at: start, hint: "close it with \(quote) on its line")
  }

  private mutating func escape() throws(ClassicFault) -> Unicode.Scalar {
    let start = position
    advance()
    guard let scalar = peek() else { throw fault("the string has no end", at: start) }
    advance()
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "\\", "\"", "'": return scalar
    case "u", "U": return try escape(digits: 4, of: 16, at: start)
    case "0"..."7":
      index -= 1
      position.column -= 1
      return try escape(digits: 3, of: 8, at: start)
    default:
      throw fault(
        "unknown escape `\\\(scalar)`", at: start, hint: "a backslash itself is written `\\\\`")
    }
  }

  private mutating func escape(
    digits count: Int, of base: Int, at start: ClassicPosition
  ) throws(ClassicFault) -> Unicode.Scalar {
    var digits = ""
    while digits.count < count, let scalar = peek(), Character(scalar).isHexDigit {
      digits.unicodeScalars.append(scalar)
      advance()
    }
    guard digits.count == count, let value = UInt32(digits, radix: base),
      let scalar = Unicode.Scalar(value)
    else {
      throw fault(
        "the escape takes \(count) digits of a character", at: start,
        hint: base == 8 ? "such as `\\101`" : "such as `\\u00e9`")
    }
    return scalar
  }

  private mutating func number() throws(ClassicFault) -> ClassicToken.Kind {
    let start = position
    var text = ""
    while let scalar = peek() {
      let isSign = scalar == "-" || scalar == "+"
      let isSigned = text.isEmpty || text.hasSuffix("e") || text.hasSuffix("E")
      guard isSign && isSigned || Self.isWordPart(scalar) else { break }
      text.unicodeScalars.append(scalar)
      advance()
    }
    let digits = text.drop { $0 == "-" }
    if digits.allSatisfy(\.isASCIIDigit) {
      if let value = Int64(text) { return .integer(value) }
      throw fault("the integer `\(text)` does not fit into 64 bits", at: start)
    }
    let isDecimal = digits.allSatisfy { $0.isASCIIDigit || "eE.+-".contains($0) }
    guard isDecimal, let value = Double(text), value.isFinite else {
      throw fault("`\(text)` is no number", at: start)
    }
    return .number(value)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
