/// Reads the tokens of a text as statements, and goes on after what it does not
/// understand.
struct LuaParser {
  var syntax: LuaSyntax
  var position = 0
  private var scopes: [[String: Int]] = [[:]]
  /// The variables of each scope.
  private var declared: [[Int]] = [[]]
  private var functions: [Int] = []
  private var depth = 0
  /// Whether something is missing in the text.
  private(set) var hasErrors = false
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

  /// The lines, which only recovering looks at.
  private let lines: TextPositions?

  /// What is nested deeper is passed over token by token.
  private static let greatestDepth = 150

  init(_ syntax: LuaSyntax, isRecovering: Bool = false) {
    self.syntax = syntax
    self.isRecovering = isRecovering
    lines = isRecovering ? TextPositions(syntax.tokens.bytes) : nil
  }

  mutating func noteError() {
    hasErrors = true
    isBroken = isRecovering
  }

  mutating func parse() {
    while position < syntax.tokens.count {
      let start = position
      statement(isOutermost: true)
      if position == start { position += 1 }
    }
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
    let bytes = syntax.tokens.bytes
    let token = syntax.tokens[position].start
    let line = lines.startOfLine(around: token)
    let count = bytes[line...].prefix { $0 == 0x20 || $0 == 0x09 }.count
    return (count, line + count == token)
  }

  mutating func name() -> Int? {
    guard current?.kind == .name else { return nil }
    position += 1
    return position - 1
  }

  mutating func nested(_ body: (inout LuaParser) -> Void) {
    guard depth < Self.greatestDepth else {
      position = min(position + 1, syntax.tokens.count)
      return
    }
    depth += 1
    body(&self)
    depth -= 1
  }

  // MARK: Scopes

  mutating func scoped(_ body: (inout LuaParser) -> Void) {
    scopes.append([:])
    declared.append([])
    body(&self)
    scopes.removeLast()
    for binding in declared.removeLast() { syntax.bindings[binding].end = position }
  }

  /// Reads the body of a function, to which each `return` belongs.
  mutating func body(ofFunction number: Int, _ read: (inout LuaParser) -> Void) {
    functions.append(number)
    scoped(read)
    functions.removeLast()
  }

  @discardableResult
  mutating func declare(
    _ token: Int, _ kind: LuaSyntax.Binding.Kind, _ value: LuaSyntax.Value? = nil,
    attribute: String? = nil
  ) -> Int {
    let name = syntax.text(token)
    syntax.bindings.append(
      LuaSyntax.Binding(
        name: name, token: token, kind: kind, value: value, attribute: attribute))
    scopes[scopes.count - 1][name] = syntax.bindings.count - 1
    declared[declared.count - 1].append(syntax.bindings.count - 1)
    syntax.uses.append(LuaSyntax.Use(token: token, binding: syntax.bindings.count - 1))
    return syntax.bindings.count - 1
  }

  mutating func use(_ token: Int) -> LuaSyntax.Use {
    let name = syntax.text(token)
    let binding = scopes.lazy.reversed().compactMap { $0[name] }.first
    let use = LuaSyntax.Use(token: token, binding: binding)
    syntax.uses.append(use)
    return use
  }

  // MARK: Statements

  static let ends: Set<LuaWord> = ["end", "else", "elseif", "until"]

  /// Words that end a function in a table, and begin no statement: an `end` is missing before them.
  private static let signsOfTables: Set<LuaWord> = ["{", "}", ","]

  /// Words that begin a statement, and stand nowhere else at the start of a line.
  private static let startsOfStatements: Set<LuaWord> = ["local", "function", "return"]

  /// How far the line is indented that opens the block at the position, if the block is indented
  /// further; `nil` unless recovering: a statement of the outer block tells then that an `end` is
  /// missing.
  private var indentOfBlock: Int? {
    guard isRecovering, position > 0, position < syntax.tokens.count else { return nil }
    let own = indent(of: position - 1).count
    let first = indent(of: position)
    return first.isFirst && first.count > own ? own : nil
  }

  /// Whether the token at the position is the first of its line, and is indented no further.
  private func isAtStart(upTo indent: Int) -> Bool {
    let (count, isFirst) = self.indent(of: position)
    return isFirst && count <= indent
  }

  /// Reads statements up to the end of a block, or up to the rest of the table around it.
  mutating func block() {
    let indent = indentOfBlock
    while let token = current, !Self.ends.contains(token.word) {
      if let indent, Self.startsOfStatements.contains(token.word), isAtStart(upTo: indent) {
        hasErrors = true
        return
      }
      if !tableIndents.isEmpty, Self.signsOfTables.contains(token.word) {
        noteError()
        if isRecovering { return }
      }
      let start = position
      nested { $0.statement(isOutermost: false) }
      if position == start { position += 1 }
    }
  }

  private mutating func statement(isOutermost: Bool) {
    let start = position
    guard let token = current else { return }
    switch token.word {
    case "local":
      position += 1
      local()
    case "function":
      position += 1
      let target = name().map { chain(from: $0) }
      let value = LuaSyntax.Value.function(function(from: start))
      if let target { assign(value, to: .chain(target)) }
    case "if":
      position += 1
      expression()
      _ = skip("then")
      scoped { $0.block() }
      while isAt("elseif") || isAt("else") {
        if skip("elseif") { expression() } else { position += 1 }
        _ = skip("then")
        scoped { $0.block() }
      }
      end(from: start)
    case "while":
      position += 1
      expression()
      body(from: start)
    case "for": loop()
    case "repeat":
      position += 1
      scoped { parser in
        parser.block()
        if parser.skip("until") { parser.expression() }
      }
      syntax.blocks.append(start...max(start, position - 1))
    case "do": body(from: start)
    case "return":
      position += 1
      let value = isAtEndOfBlock ? nil : values().first
      if let function = functions.last {
        syntax.functions[function].returns.append(value ?? .plain)
      } else if isOutermost, let value {
        syntax.returned = value
      }
    case "break", ";": position += 1
    case "goto":
      position += 1
      _ = name()
    case "::":
      position += 1
      _ = name()
      _ = skip("::")
    default:
      let targets = values()
      guard skip("=") else { return }
      let values = values()
      for (index, target) in targets.enumerated() {
        assign(index < values.count ? values[index] : .other, to: target)
      }
    }
  }

  private var isAtEndOfBlock: Bool {
    current.map { Self.ends.contains($0.word) || $0.is(";") } ?? true
  }

  private mutating func assign(_ value: LuaSyntax.Value, to target: LuaSyntax.Value) {
    guard case .chain(let chain) = target else {
      syntax.writesUnnamed = true
      return
    }
    if !syntax.chains[chain].steps.isEmpty {
      syntax.memberValues.append((chain, value))
    } else if let binding = syntax.chains[chain].use.binding {
      syntax.assigned.insert(binding)
    }
  }

  private mutating func local() {
    let start = position
    if skip("function") {
      guard let token = name() else { return }
      let binding = declare(token, .local)
      syntax.bindings[binding].value = .function(function(from: start))
      return
    }
    var names: [(token: Int, attribute: String?)] = []
    while let token = name() {
      var attribute: String?
      if skip("<") {
        attribute = name().map { syntax.text($0) }
        _ = skip(">")
      }
      names.append((token, attribute))
      if !skip(",") { break }
    }
    var values: [(value: LuaSyntax.Value, tokens: Range<Int>)] = []
    if skip("=") {
      repeat {
        let start = position
        values.append((expression(), start..<position))
      } while skip(",")
    }
    for (index, name) in names.enumerated() {
      let value = index < values.count ? values[index] : nil
      let binding = declare(name.token, .local, value?.value, attribute: name.attribute)
      if let value { syntax.bindings[binding].valueTokens = value.tokens }
    }
  }

  private mutating func loop() {
    let start = position
    position += 1
    var names: [Int] = []
    while let token = name() {
      names.append(token)
      if !skip(",") { break }
    }
    guard skip("=") || skip("in") else { return }
    let values = values()
    scoped { parser in
      for (index, name) in names.enumerated() {
        parser.declare(name, .loop(position: index), values.first)
      }
      parser.body(from: start)
    }
  }

  private mutating func body(from start: Int) {
    guard skip("do") else { return }
    scoped { $0.block() }
    end(from: start)
  }

  private mutating func end(from start: Int) {
    if !skip("end") { noteError() }
    syntax.blocks.append(start...max(start, position - 1))
  }
}
