// Expressions.

extension LuaParser {
  /// An expression by its number, and what it is to those who follow names.
  typealias Parsed = (number: Int, value: SyntaxTree.Value)

  mutating func add(_ kind: SyntaxTree.Expression.Kind, from start: Int) -> Int {
    syntax.expressions.append(SyntaxTree.Expression(kind: kind, tokens: start..<position))
    return syntax.expressions.count - 1
  }

  mutating func values() -> [Parsed] {
    var values: [Parsed] = []
    repeat { values.append(expression()) } while skip(",")
    return values
  }

  /// Reads an expression; one without any token where none begins.
  mutating func expression() -> Parsed {
    var parsed: Parsed?
    nested { parsed = $0.operation() }
    return parsed ?? (add(.missing, from: position), .other)
  }

  // MARK: Operators

  /// An operator between two operands, with how strongly it binds what stands on its sides: where the sides differ,
  /// `a ^ b ^ c` is `a ^ (b ^ c)`.
  private struct Operator {
    let word: LuaWord
    let left: Int
    let right: Int
  }

  /// SOURCE: `lparser.c` of Lua 5.4, whose numbers these are.
  private static let operators: [Operator] = [
    (LuaWord.comparisons, 3, 3), (["and"], 2, 2), (["or"], 1, 1), ([".."], 9, 8),
    (["+", "-"], 10, 10), (["*", "/", "//", "%"], 11, 11), (["^"], 14, 13), (["<<", ">>"], 7, 7),
    (["&"], 6, 6), (["~"], 5, 5), (["|"], 4, 4),
  ].flatMap { words, left, right in
    words.map { (word: LuaWord) in Operator(word: word, left: left, right: right) }
  }

  private static let signs: [LuaWord] = ["not", "-", "#", "~"]
  private static let bindingOfSigns = 12

  /// Operands and operators that wait for what is behind them.
  private struct Pending {
    /// The operands with what may come out of each.
    var operands: [(number: Int, values: [SyntaxTree.Value])] = []
    var operators: [(token: Int, right: Int, isSign: Bool)] = []
  }

  private mutating func operation() -> Parsed {
    var pending = Pending()
    while true {
      while let token = current, Self.signs.contains(token.word) {
        // Lua reads no more of them.
        if depth < Self.greatestDepth {
          pending.operators.append((position, Self.bindingOfSigns, true))
          depth += 1
        } else {
          syntax.hasSkipped = true
        }
        position += 1
      }
      let operand = simple()
      pending.operands.append((operand.number, [operand.value]))
      guard let word = current?.word, word != .none,
        let next = Self.operators.first(where: { $0.word == word })
      else { break }
      let isDeep = depth >= Self.greatestDepth
      if isDeep { syntax.hasSkipped = true }
      while let last = pending.operators.last, isDeep || last.right >= next.left {
        combine(&pending)
      }
      pending.operators.append((position, next.right, false))
      depth += 1
      position += 1
    }
    while !pending.operators.isEmpty { combine(&pending) }
    let (number, values) = pending.operands[0]
    return (number, values.count == 1 ? values[0] : .either(values))
  }

  /// Makes one expression of the last operator and its operands.
  private mutating func combine(_ pending: inout Pending) {
    let (token, _, isSign) = pending.operators.removeLast()
    depth -= 1
    let word = syntax.tokens[token].word
    let (right, values) = pending.operands.removeLast()
    let end = syntax.expressions[right].tokens.upperBound
    if isSign {
      syntax.expressions.append(
        SyntaxTree.Expression(kind: .unary(word, right), tokens: token..<end))
      pending.operands.append((syntax.expressions.count - 1, [.plain]))
      return
    }
    let last = pending.operands.count - 1
    let left = pending.operands[last].number
    syntax.expressions.append(
      SyntaxTree.Expression(
        kind: .binary(word, left, right, operator: token),
        tokens: syntax.expressions[left].tokens.lowerBound..<end))
    pending.operands[last].number = syntax.expressions.count - 1
    switch word {
    case "or": pending.operands[last].values += values
    // Of `a and b` only `b` can have members.
    case "and": pending.operands[last].values = values
    case "..": pending.operands[last].values = [.text]
    default: pending.operands[last].values = [.plain]
    }
  }

  // MARK: Operands

  private mutating func simple() -> Parsed {
    let start = position
    guard let token = current else { return (add(.missing, from: start), .other) }
    switch token.kind {
    case .number:
      position += 1
      return (add(.literal, from: start), .plain)
    case .string:
      position += 1
      return suffixes(of: (add(.literal, from: start), .string(start)))
    case .name:
      position += 1
      let (number, chain) = chain(from: start)
      return suffixes(of: (number, .chain(chain)))
    case .keyword:
      switch token.word {
      case "function":
        position += 1
        let function = function(from: start)
        return (add(.function(function), from: start), .function(function))
      case "nil", "true", "false":
        position += 1
        return (add(.literal, from: start), .plain)
      default: break
      }
    case .sign:
      switch token.word {
      case "{" where !isNextElement:
        let table = table()
        return (add(.table(table), from: start), .table(table))
      case "...":
        position += 1
        return (add(.literal, from: start), .other)
      case "(":
        position += 1
        let inner = expression()
        _ = skip(")")
        return suffixes(of: (add(.parentheses(inner.number), from: start), inner.value))
      default: break
      }
    }
    return (add(.missing, from: start), .other)
  }

  /// Reads the members behind a name; returns the whole expression, and the number of the chain.
  mutating func chain(from start: Int) -> (number: Int, chain: Int) {
    var chain = SyntaxTree.Chain(use: use(start))
    var number = add(.name(binding: chain.use.binding), from: start)
    while isAt(".") || isAt(":") || isAt("[") {
      let isMethod = isAt(":")
      if skip("[") {
        let (token, index) = index()
        number = add(.index(of: number, index.number), from: start)
        chain.steps.append(
          SyntaxTree.Chain.Step(token: token, isMethod: false, index: index.value))
        continue
      }
      position += 1
      let member = name()
      number = add(.member(of: number, name: member, isMethod: isMethod), from: start)
      guard let member else {
        noteError()
        break
      }
      chain.steps.append(SyntaxTree.Chain.Step(token: member, isMethod: isMethod))
    }
    syntax.chains.append(chain)
    return (number, syntax.chains.count - 1)
  }

  /// Reads calls and members behind an expression.
  private mutating func suffixes(of first: Parsed) -> Parsed {
    var (number, value) = first
    let start = syntax.expressions[number].tokens.lowerBound
    while let token = current {
      if token.is("(") || token.kind == .string || token.is("{") {
        // A text or a table on the next line is no argument where rules are written.
        if case .string = value, !token.is("(") { break }
        // Behind a member without a name the next rule begins.
        let last = syntax.tokens[position - 1]
        if isRecovering, last.is(".") || last.is(":") { break }
        // So it does behind a line that ends with a name or a call.
        if isRecovering, token.is("{"), isNextElement { break }
        let call = call((number, value))
        number = add(.call(call), from: start)
        value = .call(call)
      } else if token.is(".") || token.is(":") {
        position += 1
        let name = name()
        if name == nil { noteError() }
        number = add(.member(of: number, name: name, isMethod: token.is(":")), from: start)
        value = member(name, of: value, isMethod: token.is(":"))
      } else if token.is("[") {
        position += 1
        let (token, index) = index()
        number = add(.index(of: number, index.number), from: start)
        value = member(token, of: value, index: index.value)
      } else {
        break
      }
    }
    return (number, value)
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
  private mutating func index() -> (token: Int?, index: Parsed) {
    var token: Int?
    if current?.kind == .string, position + 1 < syntax.tokens.count,
      syntax.tokens[position + 1].is("]")
    {
      token = position
    }
    let index = expression()
    _ = skip("]")
    return (token, index)
  }

  private mutating func call(_ callee: Parsed) -> Int {
    let number = syntax.calls.count
    let chain: Int? = if case .chain(let chain) = callee.value { chain } else { nil }
    syntax.calls.append(
      SyntaxTree.Call(
        callee: callee.value, calledExpression: callee.number, chain: chain,
        function: functions.last, open: position, close: position))
    var arguments: [Parsed] = []
    if skip("(") {
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
    } else {
      arguments = [simpleArgument()]
    }
    syntax.calls[number].arguments = arguments.map(\.value)
    syntax.calls[number].argumentExpressions = arguments.map(\.number)
    syntax.calls[number].close = position - 1
    return number
  }

  private mutating func simpleArgument() -> Parsed {
    let start = position
    if isAt("{") {
      let table = table()
      return (add(.table(table), from: start), .table(table))
    }
    position += 1
    return (add(.literal, from: start), .string(start))
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

  private mutating func table() -> Int {
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
      var key: Int?
      if token.kind == .name, position + 1 < syntax.tokens.count,
        syntax.tokens[position + 1].is("=")
      {
        name = position
        position += 2
      } else if token.is("[") {
        position += 1
        let (token, index) = index()
        name = token
        key = index.number
        _ = skip("=")
      }
      let (number, value) = expression()
      if position > start {
        fields.append(
          SyntaxTree.Table.Field(
            name: name, key: key, value: value, expression: number, start: start,
            end: position - 1))
      }
      if !skip(","), !skip(";") {
        if !isAt("}") { noteError() }
        if position == start { position += 1 }
      }
    }
    if !skip("}") { noteError() }
    syntax.tables[number].fields = fields
    syntax.tables[number].close = position - 1
    return number
  }

  /// Reads parameters and body behind `function`.
  mutating func function(from start: Int) -> Int {
    let number = syntax.functions.count
    let outer = functions.last
    syntax.functions.append(SyntaxTree.Function(start: start, end: start, outer: outer))
    if let outer { syntax.functions[outer].inner.append(number) }
    body(ofFunction: number) { parser in
      _ = parser.skip("(")
      while let token = parser.name() {
        let position = parser.syntax.functions[number].parameters.count
        let binding = parser.declare(token, .parameter(function: number, position: position))
        parser.syntax.functions[number].parameters.append(binding)
        if !parser.skip(",") { break }
      }
      parser.syntax.functions[number].isVariadic = parser.skip("...")
      _ = parser.skip(")")
      parser.syntax.functions[number].body = parser.block()
    }
    if !skip("end") { noteError() }
    syntax.functions[number].end = max(start, position - 1)
    return number
  }
}
