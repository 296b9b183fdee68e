// Expressions.

extension LuaParser {
  @discardableResult
  mutating func values() -> [SyntaxTree.Value] {
    var values: [SyntaxTree.Value] = []
    repeat { values.append(expression()) } while skip(",")
    return values
  }

  /// The operators between two operands, those of comparisons first.
  private static let operators: [LuaWord] = [
    "==", "~=", "<", ">", "<=", ">=", "and", "or", "+", "-", "*", "/", "//", "%", "^", "..", "&",
    "|", "~", "<<", ">>",
  ]

  /// Reads an expression, at least one token unless a block ends here.
  @discardableResult
  mutating func expression() -> SyntaxTree.Value {
    var choices: [SyntaxTree.Value] = [.other]
    nested { parser in
      var parts = [[parser.position..<parser.position]]
      choices = [parser.operand()]
      // The operator that binds least since the last `and` or `or` says what comes out.
      var least = Self.levels.count
      while let token = parser.current, token.word != .none, Self.operators.contains(token.word) {
        parts.end(at: parser.position)
        parser.position += 1
        let start = parser.position
        let value = parser.operand()
        parts.add(start, behind: token.word)
        switch token.word {
        case "or":
          choices.append(value)
          least = Self.levels.count
        // Of `a and b` only `b` can have members.
        case "and":
          choices[choices.count - 1] = value
          least = Self.levels.count
        default:
          let own =
            Self.levels.firstIndex { $0.contains(token.word) } ?? Self.levels.count
          guard own <= least else { continue }
          least = own
          choices[choices.count - 1] = token.is("..") ? .text : .plain
        }
      }
      parts.end(at: parser.position)
      if parts.count > 1 || parts[0].count > 1 {
        parser.syntax.choices.append(SyntaxTree.Choice(alternatives: parts))
      }
    }
    return choices.count == 1 ? choices[0] : .either(choices)
  }

  /// The operators other than `and` and `or` that bind least, from the least on, as far as it matters for
  /// what comes out.
  ///
  /// SOURCE: the manual of Lua 5.4, 3.4.8.
  private static let levels: [[LuaWord]] = [
    ["<", ">", "<=", ">=", "~=", "=="], ["|", "~", "&", "<<", ">>"], [".."],
  ]

  /// Reads an operand with the signs before it.
  private mutating func operand() -> SyntaxTree.Value {
    let start = position
    while isAt("not") || isAt("-") || isAt("#") || isAt("~") { position += 1 }
    let isAlone = position == start
    let value = simple()
    return isAlone ? value : .plain
  }

  private mutating func simple() -> SyntaxTree.Value {
    guard let token = current else { return .other }
    switch token.kind {
    case .number:
      position += 1
      return .plain
    case .string:
      position += 1
      return suffixes(of: .string(position - 1))
    case .name:
      position += 1
      return suffixes(of: .chain(chain(from: position - 1)))
    case .keyword:
      switch token.word {
      case "function":
        position += 1
        return .function(function(from: position - 1))
      case "nil", "true", "false":
        position += 1
        return .plain
      default: return .other
      }
    case .sign:
      switch token.word {
      case "{":
        if isNextElement { return .other }
        return table()
      case "...":
        position += 1
        return .other
      case "(":
        position += 1
        let value = expression()
        _ = skip(")")
        return suffixes(of: value)
      default: return .other
      }
    }
  }

  /// Reads the members behind a name.
  @discardableResult
  mutating func chain(from token: Int) -> Int {
    var chain = SyntaxTree.Chain(use: use(token))
    while isAt(".") || isAt(":") || isAt("[") {
      let isMethod = isAt(":")
      if skip("[") {
        let (token, value) = index()
        chain.steps.append(SyntaxTree.Chain.Step(token: token, isMethod: false, index: value))
        continue
      }
      position += 1
      guard let member = name() else {
        noteError()
        break
      }
      chain.steps.append(SyntaxTree.Chain.Step(token: member, isMethod: isMethod))
    }
    syntax.chains.append(chain)
    return syntax.chains.count - 1
  }

  /// Reads calls and members behind an expression.
  private mutating func suffixes(of value: SyntaxTree.Value) -> SyntaxTree.Value {
    var value = value
    while let token = current {
      if token.is("(") || token.kind == .string || token.is("{") {
        // A text or a table on the next line is no argument where rules are written.
        if case .string = value, !token.is("(") { return value }
        // Behind a member without a name the next rule begins.
        let last = syntax.tokens[position - 1]
        if isRecovering, last.is(".") || last.is(":") { return value }
        // So it does behind a line that ends with a name or a call.
        if isRecovering, token.is("{"), isNextElement { return value }
        value = call(value)
      } else if token.is(".") || token.is(":") {
        position += 1
        let name = name()
        if name == nil { noteError() }
        value = member(name, of: value, isMethod: token.is(":"))
      } else if token.is("[") {
        position += 1
        let (token, inner) = index()
        value = member(token, of: value, index: inner)
      } else {
        break
      }
    }
    return value
  }

  private mutating func member(
    _ token: Int?, of base: SyntaxTree.Value, isMethod: Bool = false,
    index: SyntaxTree.Value? = nil
  ) -> SyntaxTree.Value {
    syntax.members.append(
      SyntaxTree.Member(base: base, token: token, isMethod: isMethod, index: index))
    return .member(syntax.members.count - 1)
  }

  /// Reads an index behind its bracket; returns its token if it is a text alone.
  private mutating func index() -> (token: Int?, value: SyntaxTree.Value) {
    var token: Int?
    if current?.kind == .string, position + 1 < syntax.tokens.count,
      syntax.tokens[position + 1].is("]")
    {
      token = position
    }
    let value = expression()
    _ = skip("]")
    return (token, value)
  }

  private mutating func call(_ callee: SyntaxTree.Value) -> SyntaxTree.Value {
    let number = syntax.calls.count
    let chain: Int? = if case .chain(let chain) = callee { chain } else { nil }
    syntax.calls.append(
      SyntaxTree.Call(callee: callee, chain: chain, open: position, close: position))
    guard skip("(") else {
      syntax.calls[number].arguments = [simpleArgument()]
      syntax.calls[number].close = position - 1
      return .call(number)
    }
    var arguments: [SyntaxTree.Value] = []
    while let token = current, !token.is(")"), !Self.ends.contains(token.word) {
      let start = position
      arguments.append(expression())
      if isAt(",") {
        syntax.calls[number].commas.append(position)
        position += 1
      } else if position == start || !isAt(")") {
        break
      }
    }
    _ = skip(")")
    syntax.calls[number].arguments = arguments
    syntax.calls[number].close = position - 1
    return .call(number)
  }

  private mutating func simpleArgument() -> SyntaxTree.Value {
    if isAt("{") { return table() }
    position += 1
    return .string(position - 1)
  }

  /// Whether the table at the position comes behind the one around it, which is not closed: it begins
  /// its line, and is indented no further.
  private var isNextElement: Bool {
    guard isBroken || isRecovering && position != elementStart, tableIndents.count > 1,
      let own = tableIndents.last
    else { return false }
    let (count, isFirst) = indent(of: position)
    return isFirst && count <= own
  }

  private mutating func table() -> SyntaxTree.Value {
    let number = syntax.tables.count
    syntax.tables.append(SyntaxTree.Table(open: position, close: position))
    tableIndents.append(indent(of: position).count)
    defer { tableIndents.removeLast() }
    position += 1
    var fields: [SyntaxTree.Table.Field] = []
    while let token = current, !token.is("}"), !Self.ends.contains(token.word) {
      if isRecovering, token.is("{") {
        elementStart = position
        if isNextElement { break }
        isBroken = isBroken && !indent(of: position).isFirst
      }
      let start = position
      var name: Int?
      if token.kind == .name, position + 1 < syntax.tokens.count,
        syntax.tokens[position + 1].is("=")
      {
        name = position
        position += 2
      } else if token.is("[") {
        position += 1
        name = index().token
        _ = skip("=")
      }
      let value = expression()
      if position > start {
        fields.append(
          SyntaxTree.Table.Field(name: name, value: value, start: start, end: position - 1))
      }
      if !skip(","), !skip(";") {
        if !isAt("}") { noteError() }
        if position == start { position += 1 }
      }
    }
    if !skip("}") { noteError() }
    syntax.tables[number].fields = fields
    syntax.tables[number].close = position - 1
    return .table(number)
  }

  /// Reads parameters and body behind `function`.
  @discardableResult
  mutating func function(from start: Int) -> Int {
    let number = syntax.functions.count
    let outer = functions.last
    let index = syntax.functions(in: outer).count
    syntax.functions.append(
      SyntaxTree.Function(start: start, end: start, outer: outer, index: index))
    if let outer {
      syntax.functions[outer].inner.append(number)
    } else {
      syntax.outermostFunctions.append(number)
    }
    body(ofFunction: number) { parser in
      _ = parser.skip("(")
      while let token = parser.name() {
        let position = parser.syntax.functions[number].parameters.count
        let binding = parser.declare(token, .parameter(function: number, position: position))
        parser.syntax.functions[number].parameters.append(binding)
        if !parser.skip(",") { break }
      }
      _ = parser.skip("...")
      _ = parser.skip(")")
      parser.block()
    }
    if !skip("end") { noteError() }
    syntax.functions[number].end = max(start, position - 1)
    return number
  }
}

extension [[Range<Int>]] {
  /// Ends the last part.
  fileprivate mutating func end(at token: Int) {
    let last = self[count - 1].count - 1
    self[count - 1][last] = self[count - 1][last].lowerBound..<token
  }

  /// Adds a part behind `and` or `or`; what is behind another operator belongs to the last part.
  fileprivate mutating func add(_ start: Int, behind word: LuaWord) {
    switch word {
    case "or": append([start..<start])
    case "and": self[count - 1].append(start..<start)
    default: break
    }
  }
}
