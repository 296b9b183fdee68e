import LuaRules
import LuaSyntax

// `and` and `or` behind a constant, of which the compiler leaves no trace outside of functions.

extension Check {
  /// Reports `and` and `or` with a constant on their left side, as in `plan = "free" or "team"`.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  mutating func checkConstantOperators(of rules: CheckedRules) {
    for (file, bytes) in rules.model.texts.sorted(by: { $0.key < $1.key }) {
      let search = ConstantOperators(bytes)
      guard !search.all.isEmpty else { continue }
      let told = Set(
        findings.lazy.filter { $0.code == .decidedTest && $0.location.file == file }
          .map(\.location.line))
      for found in search.all where !told.contains(found.line) {
        add(
          .decidedTest, .warning, found.message, at: SourceLocation(file: file, line: found.line),
          fix: found.fix, subject: found.operand)
      }
    }
  }
}

/// The operators of a text that have a constant on their left side.
private struct ConstantOperators {
  struct Found {
    let line: Int
    /// The constant.
    let operand: String
    let message: String
    let fix: String
  }

  private let tokens: LuaTokens
  private(set) var all: [Found] = []

  /// The most operators of a text that are reported.
  private static let most = 100

  init(_ bytes: [UInt8]) {
    tokens = LuaTokens(bytes)
    var position = 0
    var line = 1
    // The operators that belong to one that is reported.
    var end = 0
    // Where the open brackets are.
    var open: [Int] = []
    // Where the last bracket, or the last function, begins that was closed.
    var closed = 0
    for index in tokens.all.indices where all.count < Self.most {
      let token = tokens[index]
      switch token.kind {
      case .sign where token.is("{") || token.is("(") || token.is("["): open.append(index)
      case .sign where token.is("}") || token.is(")") || token.is("]"):
        closed = open.popLast() ?? index
      case .keyword where token.is("and") || token.is("or"):
        guard index >= end, index > 0, let operand = operand(before: index, closed) else {
          continue
        }
        line += bytes[position..<token.start].count { $0 == 0x0A }
        position = token.start
        end = endOfChain(index)
        all.append(found(index, operand, line, isInPattern: isInPattern(open), end: end))
      default: break
      }
    }
  }

  /// A constant on the left side of an operator.
  private struct Operand {
    let text: String
    let isTrue: Bool
  }

  /// Returns the constant before an operator; `nil` if its left side is anything else.
  private func operand(before index: Int, _ closed: Int) -> Operand? {
    let last = tokens[index - 1]
    let isTable = last.is("}")
    let start = isTable ? closed : index - 1
    guard isTable || isLiteral(last), beginsOperand(start, of: tokens[index]) else { return nil }
    let isTrue = !last.is("nil") && !last.is("false")
    return Operand(text: isTable ? "{ … }" : written(index - 1), isTrue: isTrue)
  }

  private func isLiteral(_ token: LuaTokens.Token) -> Bool {
    token.kind == .string || token.kind == .number || token.is("true") || token.is("false")
      || token.is("nil")
  }

  /// Whether nothing before a token belongs to the same operand of an operator.
  private func beginsOperand(_ start: Int, of operation: LuaTokens.Token) -> Bool {
    guard start > 0 else { return false }
    let before = tokens[start - 1]
    // What `or` gives is true if its right side is; what is behind the constant never counts.
    if before.is("or") { return operation.is("or") }
    return ["=", "(", ",", "{", ";", "[", "return", "if", "elseif", "while", "until"]
      .contains { before.is(LuaWord(stringLiteral: $0)) }
  }

  /// Returns the index behind the operators of the same kind that follow with constants between.
  private func endOfChain(_ index: Int) -> Int {
    var end = index + 1
    while end + 1 < tokens.count, isLiteral(tokens[end]), tokens[end + 1].is(tokens[index].word) {
      end += 2
    }
    return end
  }

  private func isInPattern(_ open: [Int]) -> Bool {
    open.contains { brace in
      brace >= 2 && tokens[brace - 1].is("=") && tokens.isName(tokens[brace - 2], "when")
    }
  }

  private func written(_ index: Int) -> String {
    let token = tokens[index]
    let text = String(decoding: tokens.bytes[token.start..<token.end], as: UTF8.self)
    return text.count <= 40 && !text.contains("\n") ? text : "\(text.prefix(12))…"
  }

  private func found(
    _ index: Int, _ operand: Operand, _ line: Int, isInPattern: Bool, end: Int
  ) -> Found {
    let word = tokens[index].is("or") ? "or" : "and"
    let isLeft = operand.isTrue == (word == "or")
    let message =
      isLeft
      ? "`\(operand.text) \(word) …` is always `\(operand.text)`"
      : "`\(operand.text) \(word) …` is always what is behind `\(word)`"
    var fix = isLeft ? "remove what is behind it" : "remove `\(operand.text) \(word)`"
    let isList = end < tokens.count && isLiteral(tokens[end])
    if isInPattern, word == "or", operand.isTrue, isList {
      let values = stride(from: index - 1, through: end, by: 2).map(written)
      fix = "a list allows each of its values: `{ \(values.joined(separator: ", ")) }`"
    }
    return Found(line: line, operand: operand.text, message: message, fix: fix)
  }
}
