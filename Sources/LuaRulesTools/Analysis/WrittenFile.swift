import LuaRules
import LuaSyntax

/// A file as it is written, for what the text alone tells.
final class WrittenFile: Sendable {
  let name: String
  let syntax: SyntaxTree
  let lines: LineStarts
  /// For each expression, the one that it is a part of.
  let parents: [Int?]
  /// The variables that functions inside the one that declares them use.
  let captured: Set<Int>
  /// The calls by the functions that do them, in the order in which these do so; `nil` is the file.
  let calls: [Int?: [Int]]
  /// The names, members and elements that statements assign to.
  let targets: Set<Int>
  /// The expressions of which statements take nothing but whether they are true.
  let conditions: Set<Int>

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    let syntax = SyntaxTree(bytes)
    self.syntax = syntax
    lines = LineStarts(bytes)
    var parents = [Int?](repeating: nil, count: syntax.expressions.count)
    for number in syntax.expressions.indices {
      if let first = syntax.firstOperand(number) { parents[first] = number }
      for part in syntax.otherParts(number) { parents[part] = number }
    }
    self.parents = parents
    captured = Set(
      syntax.uses.lazy.compactMap { use in
        use.binding.flatMap { syntax.bindings[$0].function == use.function ? nil : $0 }
      })
    let calls = syntax.expressions.lazy.compactMap { expression -> Int? in
      if case .call(let call) = expression.kind { call } else { nil }
    }
    self.calls = Dictionary(grouping: calls) { syntax.calls[$0].function }
    var targets: Set<Int> = []
    var conditions: Set<Int> = []
    for statement in syntax.statements {
      switch statement.kind {
      case .assignment(let names, _): targets.formUnion(names)
      case .function(let name?, _): targets.insert(name)
      case .if(let tests, _): conditions.formUnion(tests)
      case .while(let test, _), .repeat(_, let test?): conditions.insert(test)
      default: break
      }
    }
    self.targets = targets
    self.conditions = conditions
  }

  /// Whether the tree has all that is written in a text that is Lua.
  var isWhole: Bool { !syntax.isBroken && !syntax.hasSkipped }

  func line(ofToken token: Int) -> Int {
    lines.line(around: syntax.tokens[token].start) + 1
  }

  func line(of expression: Int) -> Int {
    line(ofToken: syntax.expressions[expression].tokens.lowerBound)
  }

  /// Returns where an expression begins.
  func place(of expression: Int) -> SourceLocation {
    place(ofToken: syntax.expressions[expression].tokens.lowerBound)
  }

  /// Returns where a token stands.
  func place(ofToken token: Int) -> SourceLocation {
    SourceLocation(file: name, line: line(ofToken: token))
  }

  /// Returns the columns of tokens, as far as these are in the line of the first one.
  func columns(of range: Range<Int>) -> RuleFinding.Columns {
    let bytes = syntax.tokens.bytes
    let first = syntax.tokens[range.lowerBound]
    let line = lines.range(ofLine: lines.line(around: first.start), in: bytes)
    let end = min(syntax.tokens[range.upperBound - 1].end, line.upperBound)
    func units(_ range: Range<Int>) -> Int {
      String(decoding: bytes[range], as: UTF8.self).utf16.count
    }
    let start = units(line.lowerBound..<first.start) + 1
    return RuleFinding.Columns(start: start, end: start + units(first.start..<end))
  }

  /// Returns the expressions that end in a line, from 1.
  func expressions(endingInLine line: Int) -> ArraySlice<SyntaxTree.Expression> {
    guard (1...lines.count).contains(line) else { return [] }
    let range = lines.range(ofLine: line - 1, in: syntax.tokens.bytes)
    func end(_ expression: SyntaxTree.Expression) -> Int {
      syntax.tokens[max(0, expression.tokens.upperBound - 1)].start
    }
    // They are in the order in which they end.
    let first = syntax.expressions.partitioningIndex { end($0) >= range.lowerBound }
    return syntax.expressions[first...].prefix { end($0) < range.upperBound }
  }

  /// Returns the uses of names in tokens.
  func uses(in range: Range<Int>) -> ArraySlice<SyntaxTree.Use> {
    let start = syntax.uses.partitioningIndex { $0.token >= range.lowerBound }
    let end = syntax.uses.partitioningIndex { $0.token >= range.upperBound }
    return syntax.uses[start..<end]
  }

  // MARK: Texts

  /// Returns the tokens without the spaces and comments between them, which are the same for the same code.
  func text(of range: Range<Int>) -> [UInt8] {
    range.reduce(into: []) { bytes, index in
      let token = syntax.tokens[index]
      bytes += syntax.tokens.bytes[token.start..<token.end]
      bytes.append(0)
    }
  }

  func text(of expression: Int) -> [UInt8] { text(of: syntax.expressions[expression].tokens) }

  /// Returns the text as it is written, shortened.
  func written(_ range: Range<Int>) -> String {
    let tokens = syntax.tokens
    let bytes = tokens.bytes[tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end]
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }

  /// Returns the last name in tokens.
  func lastName(in range: Range<Int>) -> String? {
    range.last { syntax.tokens[$0].kind == .name }.map { syntax.text($0) }
  }

  /// Whether an expression may give something else the next time: it calls something, or makes something.
  func mayDiffer(_ expression: Int) -> Bool {
    var differs = false
    syntax.forEachPart(of: expression) { part in
      switch syntax.expressions[part].kind {
      case .call, .function, .table, .missing: differs = true
      default: break
      }
    }
    return differs
  }
}

/// Something in a file that is probably not meant.
struct WrittenFault: Sendable {
  let code: RuleFinding.Code
  var severity = RuleFinding.Severity.warning
  let message: String
  let fix: String
  /// The tokens that it is about.
  let tokens: Range<Int>
  var subject: String?
  /// A note with the token where something else stands that it refers to.
  var related: (note: String, token: Int)?
}
