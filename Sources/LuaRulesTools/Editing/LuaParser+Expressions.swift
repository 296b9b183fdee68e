// Expressions.

extension LuaParser {
  @discardableResult
  mutating func values() -> [LuaSyntax.Value] {
    var values: [LuaSyntax.Value] = []
    repeat { values.append(expression()) } while skip(",")
    return values
  }

  private static let operators: Set<LuaWord> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]

  /// Reads an expression, at least one token unless a block ends here.
  @discardableResult
  mutating func expression() -> LuaSyntax.Value {
    var value = LuaSyntax.Value.other
    var isAlone = true
    nested { parser in
      while parser.isAt("not") || parser.isAt("-") || parser.isAt("#") || parser.isAt("~") {
        parser.position += 1
        isAlone = false
      }
      value = parser.simple()
      while let token = parser.current, Self.operators.contains(token.word) {
        parser.position += 1
        isAlone = false
        while parser.isAt("not") || parser.isAt("-") || parser.isAt("#") || parser.isAt("~") {
          parser.position += 1
        }
        _ = parser.simple()
      }
    }
    return isAlone ? value : .other
  }

  private mutating func simple() -> LuaSyntax.Value {
    guard let token = current else { return .other }
    switch token.kind {
    case .number:
      position += 1
      return .other
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
      case "nil", "true", "false": position += 1
      default: break
      }
      return .other
    case .sign:
      switch token.word {
      case "{": return table()
      case "(":
        position += 1
        expression()
        _ = skip(")")
        return suffixes(of: .other)
      default: return .other
      }
    }
  }

  /// Reads the members behind a name.
  @discardableResult
  mutating func chain(from token: Int) -> Int {
    var chain = LuaSyntax.Chain(use: use(token))
    while isAt(".") || isAt(":") || isAt("[") {
      let isMethod = isAt(":")
      if skip("[") {
        var step: Int?
        if current?.kind == .string, position + 1 < syntax.tokens.count,
          syntax.tokens[position + 1].is("]")
        {
          step = position
        }
        expression()
        _ = skip("]")
        chain.steps.append(LuaSyntax.Chain.Step(token: step, isMethod: false))
        continue
      }
      position += 1
      guard let member = name() else { break }
      chain.steps.append(LuaSyntax.Chain.Step(token: member, isMethod: isMethod))
    }
    syntax.chains.append(chain)
    return syntax.chains.count - 1
  }

  /// Reads calls and members behind an expression.
  private mutating func suffixes(of value: LuaSyntax.Value) -> LuaSyntax.Value {
    var value = value
    while let token = current {
      if token.is("(") || token.kind == .string || token.is("{") {
        // A text or a table on the next line is no argument where rules are written.
        if case .string = value, !token.is("(") { return value }
        value = call(value)
      } else if token.is(".") || token.is(":") {
        position += 1
        _ = name()
        value = .other
      } else if token.is("[") {
        position += 1
        expression()
        _ = skip("]")
        value = .other
      } else {
        break
      }
    }
    return value
  }

  private mutating func call(_ callee: LuaSyntax.Value) -> LuaSyntax.Value {
    let number = syntax.calls.count
    let chain: Int? = if case .chain(let chain) = callee { chain } else { nil }
    syntax.calls.append(LuaSyntax.Call(chain: chain, open: position, close: position))
    guard skip("(") else {
      syntax.calls[number].arguments = [simpleArgument()]
      syntax.calls[number].close = position - 1
      return .call(number)
    }
    var arguments: [LuaSyntax.Value] = []
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

  private mutating func simpleArgument() -> LuaSyntax.Value {
    if isAt("{") { return table() }
    position += 1
    return .string(position - 1)
  }

  private mutating func table() -> LuaSyntax.Value {
    let number = syntax.tables.count
    syntax.tables.append(LuaSyntax.Table(open: position, close: position))
    position += 1
    var fields: [LuaSyntax.Table.Field] = []
    while let token = current, !token.is("}"), !Self.ends.contains(token.word) {
      let start = position
      var name: Int?
      if token.kind == .name, position + 1 < syntax.tokens.count,
        syntax.tokens[position + 1].is("=")
      {
        name = position
        position += 2
      } else if token.is("[") {
        position += 1
        if current?.kind == .string { name = position }
        expression()
        _ = skip("]")
        _ = skip("=")
      }
      let value = expression()
      if position > start {
        fields.append(
          LuaSyntax.Table.Field(name: name, value: value, start: start, end: position - 1))
      }
      if !skip(","), !skip(";"), position == start { position += 1 }
    }
    _ = skip("}")
    syntax.tables[number].fields = fields
    syntax.tables[number].close = position - 1
    return .table(number)
  }

  /// Reads parameters and body behind `function`.
  @discardableResult
  mutating func function(from start: Int) -> Int {
    let number = syntax.functions.count
    syntax.functions.append(LuaSyntax.Function(start: start, end: start))
    scoped { parser in
      _ = parser.skip("(")
      while let token = parser.name() {
        let position = parser.syntax.functions[number].parameters.count
        let binding = parser.declare(token, .parameter(function: number, position: position))
        parser.syntax.functions[number].parameters.append(binding)
        if !parser.skip(",") { break }
      }
      if parser.skip("..") { _ = parser.skip(".") }
      _ = parser.skip(")")
      parser.block()
    }
    _ = skip("end")
    syntax.functions[number].end = max(start, position - 1)
    return number
  }
}
