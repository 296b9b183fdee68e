import LuaBridge
import LuaRules

/// A parser for the rules of a classic rule file.
///
/// A rule ends at the end of a line on which it is complete, or behind `;` and
/// its priority. After an error the parser continues at the next rule, so that
/// one run reports all errors.
struct ClassicParser {
  private let tokens: [ClassicToken]
  var index = 0
  private(set) var rules: [ClassicRule] = []
  /// The comments behind the last rule.
  private(set) var lastComments: [String] = []
  private(set) var faults: [ClassicFault] = []
  /// The line on which the previous rule ended.
  private var lastLine = 0
  /// The current nesting depth of parentheses and lists.
  var depth = 0

  static let greatestDepth = 100
  private static let mostFaults = 1000

  /// Reads a text.
  init(_ text: String) {
    let (tokens, mistakes) = ClassicLexer.tokens(of: text)
    self.tokens = tokens
    while current.kind != .end, faults.count < Self.mostFaults {
      let start = index
      do throws(ClassicFault) {
        rules.append(try rule())
        lastLine = tokens[index - 1].position.line
        // A comment behind a rule, on the same line, belongs to this rule.
        rules[rules.count - 1].comments += comments { $0 == lastLine }
      } catch {
        // What follows from a mistake of the lexer is not told.
        let last = min(index, tokens.count - 1)
        if !tokens[start...last].contains(where: { $0.kind == .invalid }) { faults.append(error) }
        skip(from: start, behindRule: error.isBehindRule)
      }
    }
    faults = (faults + mistakes).sorted { $0.position < $1.position }
    lastComments = comments { $0 > lastLine }
  }

  /// Returns the comments before the next token that are on certain lines.
  private func comments(inLine isWanted: (Int) -> Bool) -> [String] {
    current.comments.filter { isWanted($0.line) }.map(\.text)
  }

  // MARK: Tokens

  var current: ClassicToken { tokens[index] }
  var following: ClassicToken { tokens[min(index + 1, tokens.count - 1)] }

  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  /// Skips a sign if it is the next token; returns whether it was.
  mutating func skip(_ sign: String) -> Bool {
    guard current.isSign(sign) else { return false }
    advance()
    return true
  }

  func fault(_ message: String, hint: String? = nil) -> ClassicFault {
    ClassicFault(message: message, position: current.position, hint: hint)
  }

  /// The mistake that something is missing.
  ///
  /// If the next token begins another rule, or there is none, it is told at the
  /// end of the line that is not complete.
  func expected(_ what: String, hint: String? = nil) -> ClassicFault {
    guard index > 0, isOnNewLine, current.kind == .end || isRuleAhead else {
      return fault("expected \(what), found \(current.name)", hint: hint)
    }
    let end = current.kind == .end ? current.name : "the end of the line"
    return ClassicFault(
      message: "expected \(what), found \(end)", position: tokens[index - 1].end, hint: hint)
  }

  /// Whether the next token begins a line with a comparison of its own.
  var isNextComparison: Bool {
    guard isNextRule, case .word = current.kind else { return false }
    if case .sign(let sign) = following.kind { return Self.comparisons[sign] != nil }
    return following.isWord("like", "caseinsensitivelike", "in")
  }

  /// Whether the next token begins a line with a rule of its own.
  var isNextRule: Bool {
    guard isOnNewLine, isRuleAhead else { return false }
    let line = current.position.line
    return tokens[index...].prefix { $0.position.line == line }.contains { $0.isSign("=>") }
  }

  /// Whether the next token is on a later line than the previous one.
  private var isOnNewLine: Bool {
    index == 0 || current.kind == .end
      || tokens[index].position.line > tokens[index - 1].position.line
  }

  /// Skips to the first line after an error that begins a rule, or looks like it.
  private mutating func skip(from start: Int, behindRule: Bool) {
    depth = 0
    if index == start { advance() }
    while current.kind != .end, !(isOnNewLine && (behindRule || isRuleAhead)) { advance() }
  }

  /// Whether the next token can begin a rule, and cannot continue one.
  private var isRuleAhead: Bool {
    switch current.kind {
    case .word: !current.isWord("and", "or", "like", "in")
    case .integer: following.isSign(":")
    case .sign(let sign): ["*true*", "*false*", "(", "!"].contains(sign)
    default: false
    }
  }

  // MARK: Rules

  private mutating func rule() throws(ClassicFault) -> ClassicRule {
    let (comments, position) = (comments { $0 > lastLine }, current.position)
    var priority: String?
    if case .integer(let number) = current.kind, following.isSign(":") {
      priority = try self.priority(number)
      advance()
      advance()
    }
    let predicate = try predicate()
    guard skip("=>") else {
      throw expected("`=>`, AND, or OR", hint: "a rule is `condition => key = value`")
    }
    let key = try assignedKey()
    guard skip("=") else { throw expected("`=`") }
    if isNextRule { throw expected("a value") }
    var value = try value()
    if current.isSign("[") { value = try assign(value) }
    if skip(";") {
      let last = current
      do throws(ClassicFault) {
        if let behind = try priorityBehind() {
          guard priority == nil else {
            throw ClassicFault(
              message: "the rule has two priorities", position: last.position,
              hint: "write it before the condition, or behind `;`")
          }
          priority = behind
        }
      } catch {
        var fault = error
        fault.isBehindRule = true
        throw fault
      }
    } else if !isOnNewLine {
      throw expected("`;` or the end of the line")
    }
    return ClassicRule(
      comments: comments, position: position, predicate: predicate, key: key, value: value,
      priority: priority == String(Priority.normal.rawValue) ? nil : priority)
  }

  private mutating func assignedKey() throws(ClassicFault) -> String {
    guard case .word = current.kind, !isNextRule else {
      throw expected("the key that the rule assigns")
    }
    return try path().steps.joined(separator: ".")
  }

  // MARK: Priorities

  private func priority(_ number: Int64) throws(ClassicFault) -> String {
    guard let value = Int(exactly: number), Priority.range.contains(value) else {
      throw fault(
        "the priority \(number) is out of range",
        hint: "it goes from \(Priority.range.lowerBound) to \(Priority.range.upperBound)")
    }
    return String(number)
  }

  /// Reads the priority behind `;`, which is on the same line.
  private mutating func priorityBehind() throws(ClassicFault) -> String? {
    if isOnNewLine { return nil }
    if case .integer(let number) = current.kind, !following.isSign(":") {
      let text = try priority(number)
      advance()
      return text
    }
    let start = index
    var words: [String] = []
    while case .word(let word) = current.kind, words.isEmpty || !isOnNewLine {
      words.append(word)
      advance()
    }
    if words.isEmpty { return nil }
    guard isOnNewLine else {
      // The words belong to another rule on the same line.
      index = start
      return nil
    }
    let name = words.joined(separator: " ").lowercased()
    guard let priority = Priority(name: name) else {
      let known = RuleError.likelyName(for: name, among: Self.priorityNames)
      index = start
      throw fault(
        "unknown priority `\(words.joined(separator: " "))`",
        hint: known.map { "did you mean `\($0)`?" }
          ?? "it is an integer, or one of \(Self.priorityNames.joined(separator: ", "))")
    }
    return priority == .normal ? String(priority.rawValue) : LuaText.quoted(name)
  }

  private static let priorityNames = [
    "important", "very high", "high", "normal", "default", "low", "very low", "fallback",
  ]
}
