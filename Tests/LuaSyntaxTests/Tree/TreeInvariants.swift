import LuaSyntax
import Testing

/// What holds for the tree of every text.
struct TreeInvariants {
  private let tree: SyntaxTree
  /// What does not hold.
  private(set) var violations: [String] = []

  init(_ tree: SyntaxTree) {
    self.tree = tree
    checkNames()
    checkRanges()
    checkStatements()
    checkExpressions()
    checkFunctions()
    for value in values { check(value) }
  }

  private mutating func expect(_ isTrue: Bool, _ rule: String) {
    if !isTrue { violations.append(rule) }
  }

  private func isToken(_ index: Int) -> Bool { tree.tokens.all.indices.contains(index) }

  private mutating func checkNames() {
    for (one, next) in zip(tree.uses, tree.uses.dropFirst()) {
      expect(one.token < next.token, "uses are in the order of the text, each once")
    }
    for use in tree.uses {
      expect(isToken(use.token) && tree.tokens[use.token].kind == .name, "a use is a name")
      expect(use.binding.map { tree.bindings.indices.contains($0) } ?? true, "a use has a binding")
      if let binding = use.binding {
        expect(
          tree.bindings[binding].name == tree.text(use.token), "a use has a binding of its name")
        expect(
          tree.bindings[binding].token <= use.token && use.token < tree.bindings[binding].end,
          "a variable is used where it is visible")
      }
    }
    for binding in tree.bindings {
      expect(
        isToken(binding.token) && tree.text(binding.token) == binding.name, "a binding is a name")
      expect(tree.use(atToken: binding.token)?.token == binding.token, "a declaration is a use")
    }
    for chain in tree.chains {
      var last = chain.use.token
      for token in chain.steps.compactMap(\.token) {
        expect(isToken(token) && token > last, "steps are in the order of the text")
        last = token
      }
    }
  }

  private mutating func checkRanges() {
    for table in tree.tables {
      expect(isToken(table.open) && tree.tokens[table.open].is("{"), "a table opens with a brace")
      expect(isToken(table.close) && table.open <= table.close, "a table closes in the text")
      var last = table.open
      for field in table.fields {
        expect(
          last < field.start && field.start <= field.end && field.end <= table.close,
          "fields are beside each other in their table")
        last = field.end
      }
    }
    for call in tree.calls {
      expect(
        isToken(call.open) && call.open <= call.close && isToken(call.close), "a call has ends")
      expect(
        call.commas.allSatisfy { call.open < $0 && $0 <= call.close }, "commas are in their call")
    }
  }

  // MARK: Statements and expressions

  private func isInside(_ inner: Range<Int>, _ outer: Range<Int>) -> Bool {
    outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
  }

  private mutating func checkStatements() {
    expect(
      tree.blocks[tree.file].tokens == 0..<tree.tokens.count, "the block of the file is the text")
    for block in tree.blocks {
      var end = block.tokens.lowerBound
      for statement in block.statements.map({ tree.statements[$0] }) {
        expect(
          end <= statement.tokens.lowerBound && !statement.tokens.isEmpty,
          "statements follow each other")
        expect(isInside(statement.tokens, block.tokens), "statements are in their block")
        end = statement.tokens.upperBound
      }
    }
    var owners = Array(repeating: 0, count: tree.statements.count)
    for statement in tree.blocks.flatMap(\.statements) { owners[statement] += 1 }
    expect(owners.allSatisfy { $0 == 1 }, "each statement is in one block")
    for (number, statement) in tree.statements.enumerated() {
      for block in tree.blocks(in: number) {
        expect(isInside(tree.blocks[block].tokens, statement.tokens), "blocks are in statements")
      }
      for expression in tree.expressions(in: number) {
        expect(
          isInside(tree.expressions[expression].tokens, statement.tokens),
          "expressions are in statements")
      }
    }
  }

  private mutating func checkExpressions() {
    var owners = Array(repeating: 0, count: tree.expressions.count)
    for (number, expression) in tree.expressions.enumerated() {
      expect(isInside(expression.tokens, 0..<tree.tokens.count), "an expression is in the text")
      var end = expression.tokens.lowerBound
      for part in [tree.firstOperand(number)].compactMap(\.self) + tree.otherParts(number) {
        owners[part] += 1
        let tokens = tree.expressions[part].tokens
        expect(part < number, "parts come before the whole")
        expect(isInside(tokens, expression.tokens), "parts are in the whole")
        expect(end <= tokens.lowerBound, "parts follow each other")
        end = tokens.upperBound
      }
    }
    for statement in tree.statements.indices {
      for expression in tree.expressions(in: statement) { owners[expression] += 1 }
    }
    for (count, expression) in zip(owners, tree.expressions) {
      if case .missing = expression.kind, count == 0 { continue }
      expect(count == 1, "each expression is a part of one thing")
    }
  }

  private mutating func checkFunctions() {
    for (number, function) in tree.functions.enumerated() {
      expect(
        isToken(function.start) && function.start <= function.end && isToken(function.end),
        "a function is in the text")
      expect(tree.blocks.indices.contains(function.body), "a function has a body")
      if let outer = function.outer.map({ tree.functions[$0] }) {
        expect(
          outer.start < function.start && function.end <= outer.end
            && outer.inner.contains(number), "functions are in each other")
      }
    }
    for (one, next) in zip(tree.functions, tree.functions.dropFirst()) {
      expect(one.start < next.start, "functions are in the order in which they begin")
    }
  }

  // MARK: Values

  private var values: [SyntaxTree.Value] {
    tree.bindings.compactMap(\.value) + tree.memberValues.map(\.value) + tree.members.map(\.base)
      + tree.calls.flatMap { [$0.callee] + $0.arguments } + tree.functions.flatMap(\.returns)
      + tree.tables.flatMap(\.fields).map(\.value) + [tree.returned].compactMap(\.self)
      + tree.members.compactMap(\.index) + tree.chains.flatMap(\.steps).compactMap(\.index)
  }

  private mutating func check(_ value: SyntaxTree.Value) {
    let isPart =
      switch value {
      case .chain(let number): tree.chains.indices.contains(number)
      case .table(let number): tree.tables.indices.contains(number)
      case .function(let number): tree.functions.indices.contains(number)
      case .string(let token): isToken(token) && tree.tokens[token].kind == .string
      case .call(let number): tree.calls.indices.contains(number)
      case .member(let number): tree.members.indices.contains(number)
      case .either, .plain, .text, .other: true
      }
    expect(isPart, "a value is a part of the tree")
    if case .either(let values) = value { for value in values { check(value) } }
  }
}
