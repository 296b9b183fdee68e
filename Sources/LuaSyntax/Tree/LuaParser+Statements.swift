// Statements.

extension LuaParser {
  static let ends: [LuaWord] = ["end", "else", "elseif", "until"]

  /// Words that end a function in a table, and begin no statement: an `end` is missing before them.
  private static let signsOfTables: [LuaWord] = ["{", "}", ","]

  /// Words that begin a statement, and nothing else at the start of a line.
  private static let startsOfStatements: [LuaWord] = ["local", "function", "return"]

  /// The indentation of the line that opens the block at the position, if the block is indented further;
  /// `nil` unless recovering.
  ///
  /// If a statement of the outer block follows at this indentation, an `end` is missing.
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

  /// Reads the block of a branch; returns its tokens.
  private mutating func branch() -> Range<Int> {
    let start = position
    scoped { $0.block() }
    return start..<position
  }

  mutating func statement(isOutermost: Bool) {
    let start = position
    guard let token = current else { return }
    switch token.word {
    case "local":
      position += 1
      local()
    case "function":
      position += 1
      let target = name().map { chain(from: $0) }
      let value = SyntaxTree.Value.function(function(from: start))
      if let target { assign(value, to: .chain(target)) }
    case "if":
      position += 1
      expression()
      _ = skip("then")
      var branches = SyntaxTree.Branches(start: start, blocks: [branch()])
      var hasElse = false
      while isAt("elseif") || isAt("else") {
        hasElse = isAt("else")
        if skip("elseif") { expression() } else { position += 1 }
        _ = skip("then")
        branches.blocks.append(branch())
      }
      if hasElse { syntax.branches.append(branches) }
      end(from: start)
      // Behind another `if` it may say for one more case what is given for the others.
      let isBehindIf = lastIf?.end == start
      lastIf = (hasElse || isBehindIf ? nil : branches, position)
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
      if let lastIf, lastIf.end == start, var branches = lastIf.branches {
        branches.blocks.append(start..<position)
        syntax.branches.append(branches)
      }
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

  private mutating func assign(_ value: SyntaxTree.Value, to target: SyntaxTree.Value) {
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
    var values: [(value: SyntaxTree.Value, tokens: Range<Int>)] = []
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
