/// The layout of tokens that stay in their lines.
package struct LineLayout {
  private let tokens: [FormattedToken]
  /// The blocks and brackets that are open.
  private var frames: [Frame] = []
  /// The statements whose `then` or `do` is still to come.
  private var statements: [Statement] = []
  /// The last token that is no comment.
  private var last: FormattedToken?
  private var lines: [FormattedLine] = []
  /// For each token, the index of the first one from it on that is no comment.
  private var nextCode: [Int]
  /// The lines in which blocks and brackets close, by the tokens that open them.
  private var lastLines: [Int: Int] = [:]

  private struct Frame {
    /// Whether it is a bracket but not of a table.
    var isParenthesis = false
    /// Whether it is a table.
    var isTable = false
    /// The level of the line in which it opens, as far as what is inside needs it.
    let level: Int
    /// The line in which it opens.
    var line = 0
    /// The line in which it closes.
    var lastLine = 0
  }

  private struct Statement {
    let depth: Int
    let level: Int
  }

  /// The most levels that are indented.
  private static let greatestLevel = 100

  package init(_ tokens: [FormattedToken]) {
    self.tokens = tokens
    nextCode = Array(repeating: tokens.count, count: tokens.count + 1)
    for index in tokens.indices.reversed() {
      nextCode[index] = tokens[index].role == .comment ? nextCode[index + 1] : index
    }
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.role != .comment {
      if ["end", "until", "}", ")", "]", "else", "elseif"].contains(token.word),
        let start = open.popLast()
      {
        lastLines[start] = token.line
      }
      if ["function", "repeat", "then", "do", "else", "{", "(", "["].contains(token.word) {
        open.append(index)
      }
    }
  }

  /// Lays out the tokens.
  ///
  /// - Parameter lineEnd: The line break.
  /// - Returns: The text, which ends with a line break unless it is empty.
  package mutating func text(lineEnd: String) -> String {
    var index = 0
    var previousLine = 0
    while index < tokens.count {
      var end = index + 1
      while end < tokens.count, tokens[end].line == tokens[end - 1].lastLine { end += 1 }
      add(line: index..<end, breaks: tokens[index].line - previousLine)
      previousLine = tokens[end - 1].lastLine
      index = end
    }
    return FormattedLine.text(of: lines, lineEnd: lineEnd)
  }

  private mutating func add(line: Range<Int>, breaks: Int) {
    let level = level(ofLine: line)
    var text = String(repeating: "  ", count: min(level, Self.greatestLevel))
    var comment: FormattedToken?
    for index in line {
      let token = tokens[index]
      if index > line.lowerBound, index == line.upperBound - 1, token.role == .comment {
        comment = token
        break
      }
      if index > line.lowerBound {
        text += String(repeating: " ", count: Self.gap(tokens[index - 1], token))
      }
      text += token.text
      if isFollowedByMissingComma(index) { text += "," }
      guard token.role != .comment else { continue }
      open(index, level: level)
      last = token
    }
    lines.append(FormattedLine(breaks: breaks, text: text, comment: comment))
  }

  /// Whether a token is the last one of a table whose closing bracket has a line of
  /// its own, without a comma behind the token.
  private func isFollowedByMissingComma(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.role != .comment, token.role != .comma, token.role != .braceOpen,
      case let next = nextCode[index + 1], next < tokens.count, tokens[next].role == .braceClose
    else { return false }
    return tokens[next - 1].lastLine < tokens[next].line
  }

  // MARK: Levels

  private static let closing: Set<LuaWord> = ["end", "until", "else", "elseif", "}", ")", "]"]

  /// Words behind which an expression or a list goes on in the next line.
  private static let unfinished: Set<LuaWord> = ["not", "and", "or", "return", "in", "local"]

  private func level(ofLine line: Range<Int>) -> Int {
    let first = tokens[line.lowerBound]
    // As the line that has its beginning, even where more is closed behind it.
    if Self.closing.contains(first.word), first.role != .comment {
      return frames.last?.level ?? 0
    }
    let inner = frames.last.map { $0.level + 1 } ?? 0
    guard frames.last?.isParenthesis != true else { return inner }
    let next = nextCode[line.lowerBound]
    return continues(next < tokens.count ? tokens[next] : nil) ? inner + 1 : inner
  }

  /// Whether a token goes on with the statement or the field of the last line.
  private func continues(_ token: FormattedToken?) -> Bool {
    guard let token, !Self.closing.contains(token.word) else { return false }
    if token.role == .binary || token.role == .dot || token.is("and") || token.is("or") {
      return true
    }
    guard let last else { return false }
    if last.role == .comma { return last.is(",") && frames.last?.isTable != true }
    return last.role == .binary || last.role == .unary || last.role == .dot
      || Self.unfinished.contains(last.word)
  }

  private mutating func open(_ index: Int, level: Int) {
    let token = tokens[index]
    switch token.word {
    case "{": push(index, level, isTable: true)
    case "(", "[": push(index, level, isParenthesis: true)
    case "function", "repeat": push(index, level)
    case "if", "while", "for": statements.append(Statement(depth: frames.count, level: level))
    case "then", "do": push(index, statement() ?? level)
    case "else": push(index, frames.popLast()?.level ?? level)
    case "elseif":
      let before = frames.popLast()?.level ?? level
      statements.append(Statement(depth: frames.count, level: before))
    case "end", "until", "}", ")", "]": _ = frames.popLast()
    default: break
    }
  }

  private mutating func push(
    _ index: Int, _ level: Int, isTable: Bool = false, isParenthesis: Bool = false
  ) {
    let line = tokens[index].line
    let lastLine = lastLines[index] ?? .max
    var level = level
    if let outer = frames.last, outer.line == line {
      // A field of a table that goes on behind it is deeper than the table.
      level = max(level, outer.level + (outer.isTable && outer.lastLine > lastLine ? 1 : 0))
    }
    frames.append(
      Frame(
        isParenthesis: isParenthesis, isTable: isTable, level: level, line: line,
        lastLine: lastLine))
  }

  /// The level of the statement that the word `then` or `do` belongs to.
  private mutating func statement() -> Int? {
    guard statements.last?.depth == frames.count else { return nil }
    return statements.popLast()?.level
  }

  // MARK: Spaces

  private static func gap(_ left: FormattedToken, _ right: FormattedToken) -> Int {
    if right.role == .comment { return max(1, right.gap) }
    if left.role == .comment { return right.role == .comma || right.role == .close ? 0 : 1 }
    switch (left.role, right.role) {
    // Two of them would begin a comment.
    case (.unary, _): return left.is("-") && right.text.hasPrefix("-") ? 1 : 0
    case (.dot, _), (_, .dot), (_, .comma), (_, .close), (_, .callOpen): return 0
    case (.braceOpen, .braceClose): return 0
    case (.open, _), (.callOpen, _): return left.is("[") && right.text.hasPrefix("[") ? 1 : 0
    case (.labelOpen, _), (_, .labelClose), (.attributeOpen, _), (_, .attributeClose): return 0
    default: return 1
    }
  }
}
