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
  mutating func block() -> Int {
    let start = position
    let statements = statements()
    syntax.blocks.append(SyntaxTree.Block(statements: statements, tokens: start..<position))
    return syntax.blocks.count - 1
  }

  private mutating func statements() -> [Int] {
    let indent = indentOfBlock
    var statements: [Int] = []
    while let token = current, !Self.ends.contains(token.word) {
      if let indent, Self.startsOfStatements.contains(token.word), isAtStart(upTo: indent) {
        hasErrors = true
        break
      }
      if !tableIndents.isEmpty, Self.signsOfTables.contains(token.word) {
        noteError()
        if isRecovering { break }
      }
      nested { statements.append($0.statement(isOutermost: false)) }
    }
    return statements
  }

  /// Reads a statement, at least one token.
  mutating func statement(isOutermost: Bool) -> Int {
    let start = position
    let kind = kindOfStatement(isOutermost: isOutermost)
    if position == start { position += 1 }
    syntax.statements.append(SyntaxTree.Statement(kind: kind, tokens: start..<position))
    return syntax.statements.count - 1
  }

  private mutating func kindOfStatement(isOutermost: Bool) -> SyntaxTree.Statement.Kind {
    let start = position
    guard let token = current else { return .nothing }
    switch token.word {
    case "local":
      position += 1
      return local()
    case "function":
      position += 1
      let target = name().map { chain(from: $0) }
      let function = function(from: start)
      if let target { assign(.function(function), to: .chain(target.chain)) }
      return .function(target: target?.number, function: function)
    case "if":
      position += 1
      return choice()
    case "while":
      position += 1
      let condition = expression().number
      return .while(condition: condition, body: body())
    case "for":
      position += 1
      return loop()
    case "repeat":
      position += 1
      return scoped { parser in
        let body = parser.block()
        return .repeat(
          body: body, condition: parser.skip("until") ? parser.expression().number : nil)
      }
    case "do": return .do(body: body())
    case "return":
      position += 1
      let values = isAtEndOfBlock ? [] : values()
      if let function = functions.last {
        syntax.functions[function].returns.append(values.first?.value ?? .plain)
      } else if isOutermost, let first = values.first {
        syntax.returned = first.value
      }
      return .return(values.map(\.number))
    case "break":
      position += 1
      return .break
    case ";":
      position += 1
      return .nothing
    case "goto":
      position += 1
      return .goto(label: name())
    case "::":
      position += 1
      let name = name()
      _ = skip("::")
      return .label(name)
    default:
      let targets = values()
      guard skip("=") else { return .expressions(targets.map(\.number)) }
      let values = values()
      for (index, target) in targets.enumerated() {
        assign(index < values.count ? values[index].value : .other, to: target.value)
      }
      return .assignment(targets: targets.map(\.number), values: values.map(\.number))
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

  private mutating func local() -> SyntaxTree.Statement.Kind {
    let start = position
    if skip("function") {
      guard let token = name() else { return .nothing }
      let binding = declare(token, .local)
      let function = function(from: start)
      syntax.bindings[binding].value = .function(function)
      return .localFunction(binding: binding, function: function)
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
    let values = skip("=") ? values() : []
    let bindings = names.enumerated().map { index, name in
      let value = index < values.count ? values[index] : nil
      let binding = declare(name.token, .local, value?.value, attribute: name.attribute)
      syntax.bindings[binding].expression = value?.number
      return binding
    }
    return .local(bindings: bindings, values: values.map(\.number))
  }

  private mutating func choice() -> SyntaxTree.Statement.Kind {
    var conditions = [expression().number]
    _ = skip("then")
    var blocks = [scoped { $0.block() }]
    while isAt("elseif") || isAt("else") {
      if skip("elseif") { conditions.append(expression().number) } else { position += 1 }
      _ = skip("then")
      blocks.append(scoped { $0.block() })
    }
    end()
    return .if(conditions: conditions, blocks: blocks)
  }

  private mutating func loop() -> SyntaxTree.Statement.Kind {
    var names: [Int] = []
    while let token = name() {
      names.append(token)
      if !skip(",") { break }
    }
    let counts = isAt("=")
    let values = skip("=") || skip("in") ? values() : []
    return scoped { parser in
      let bindings = names.enumerated().map { index, name in
        parser.declare(name, .loop(position: index), values.first?.value)
      }
      let body = parser.body()
      if counts, let binding = bindings.first {
        return .count(binding: binding, bounds: values.map(\.number), body: body)
      }
      return .iterate(bindings: bindings, values: values.map(\.number), body: body)
    }
  }

  /// Reads a block between `do` and `end`.
  private mutating func body() -> Int {
    guard skip("do") else {
      syntax.blocks.append(SyntaxTree.Block(statements: [], tokens: position..<position))
      return syntax.blocks.count - 1
    }
    let body = scoped { $0.block() }
    end()
    return body
  }

  private mutating func end() {
    if !skip("end") { noteError() }
  }
}
