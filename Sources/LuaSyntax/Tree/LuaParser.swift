/// Reads the tokens of a text as statements, and goes on after what it does not
/// understand.
struct LuaParser {
  var syntax: SyntaxTree
  var position = 0
  private var scopes: [[String: Int]] = [[:]]
  /// The variables of each scope.
  private var declared: [[Int]] = [[]]
  /// The functions around the position.
  private(set) var functions: [Int] = []
  /// How many statements, expressions and operators wait for what is inside them, or behind them.
  var depth = 0
  /// Whether something is missing in the text.
  var hasErrors = false
  /// Whether an error was met since the last table that begins a line.
  ///
  /// The next `{` may belong to an outer table then. Only set while recovering.
  var isBroken = false
  /// Whether a text with errors is read, in which tables and functions may be unclosed.
  let isRecovering: Bool
  /// The token at which an element of a table begins.
  var elementStart = -1
  /// How far the lines are indented in which the tables around open.
  var tableIndents: [Int] = []

  /// The lines and how far they are indented, which only recovering looks at.
  private let lines: LineStarts?
  private let indents: [Int]
  /// How many statements and expressions were begun: tests check that it grows with the text, and no faster.
  private var steps = 0

  /// What is nested deeper is passed over token by token.
  static let greatestDepth = 150

  init(_ syntax: SyntaxTree, isRecovering: Bool = false) {
    self.syntax = syntax
    self.isRecovering = isRecovering
    lines = isRecovering ? LineStarts(syntax.tokens.bytes) : nil
    let bytes = syntax.tokens.bytes
    indents =
      lines.map { lines in
        (0..<lines.count).map { bytes[lines[$0]...].prefix { $0 == 0x20 || $0 == 0x09 }.count }
      } ?? []
  }

  /// Reads tokens; once more, to recover, if anything is missing.
  ///
  /// - Returns: The tree, and the number of steps that it took.
  static func read(_ tokens: LuaTokens) -> (tree: SyntaxTree, steps: Int) {
    var parser = LuaParser(SyntaxTree(tokens: tokens))
    parser.parse()
    guard parser.hasErrors else { return (parser.syntax, parser.steps) }
    var recovering = LuaParser(SyntaxTree(tokens: tokens), isRecovering: true)
    recovering.parse()
    recovering.syntax.isBroken = true
    return (recovering.syntax, parser.steps + recovering.steps)
  }

  mutating func noteError() {
    hasErrors = true
    isBroken = isRecovering
  }

  private mutating func parse() {
    var statements: [Int] = []
    while position < syntax.tokens.count {
      steps += 1
      statements.append(statement(isOutermost: true))
    }
    syntax.blocks.append(SyntaxTree.Block(statements: statements, tokens: 0..<position))
    syntax.file = syntax.blocks.count - 1
    syntax.uses.sort { $0.token < $1.token }
  }

  // MARK: Tokens

  var current: LuaTokens.Token? {
    position < syntax.tokens.count ? syntax.tokens[position] : nil
  }

  func isAt(_ word: LuaWord) -> Bool { current?.is(word) == true }

  mutating func skip(_ word: LuaWord) -> Bool {
    guard isAt(word) else { return false }
    position += 1
    return true
  }

  /// How far the line of a token is indented, in bytes, and whether the token is its first one; nothing
  /// unless recovering.
  func indent(of position: Int) -> (count: Int, isFirst: Bool) {
    guard let lines else { return (0, false) }
    let token = syntax.tokens[position].start
    let line = lines.line(around: token)
    return (indents[line], lines[line] + indents[line] == token)
  }

  mutating func name() -> Int? {
    guard current?.kind == .name else { return nil }
    position += 1
    return position - 1
  }

  mutating func nested(_ body: (inout LuaParser) -> Void) {
    steps += 1
    guard depth < Self.greatestDepth else {
      syntax.hasSkipped = true
      position = min(position + 1, syntax.tokens.count)
      return
    }
    depth += 1
    body(&self)
    depth -= 1
  }

  // MARK: Scopes

  mutating func scoped<Result>(_ body: (inout LuaParser) -> Result) -> Result {
    scopes.append([:])
    declared.append([])
    let result = body(&self)
    scopes.removeLast()
    for binding in declared.removeLast() { syntax.bindings[binding].end = position }
    return result
  }

  /// Reads the body of a function, to which each `return` belongs.
  mutating func body(ofFunction number: Int, _ read: (inout LuaParser) -> Void) {
    functions.append(number)
    scoped(read)
    functions.removeLast()
  }

  @discardableResult
  mutating func declare(
    _ token: Int, _ kind: SyntaxTree.Binding.Kind, _ value: SyntaxTree.Value? = nil,
    attribute: String? = nil
  ) -> Int {
    let name = syntax.text(token)
    syntax.bindings.append(
      SyntaxTree.Binding(
        name: name, token: token, kind: kind, function: functions.last, value: value,
        attribute: attribute))
    scopes[scopes.count - 1][name] = syntax.bindings.count - 1
    declared[declared.count - 1].append(syntax.bindings.count - 1)
    syntax.uses.append(
      SyntaxTree.Use(
        token: token, binding: syntax.bindings.count - 1, function: functions.last))
    return syntax.bindings.count - 1
  }

  mutating func use(_ token: Int) -> SyntaxTree.Use {
    let name = syntax.text(token)
    let binding = scopes.lazy.reversed().compactMap { $0[name] }.first
    let use = SyntaxTree.Use(token: token, binding: binding, function: functions.last)
    syntax.uses.append(use)
    return use
  }
}
