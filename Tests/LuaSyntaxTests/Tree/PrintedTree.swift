@testable import LuaSyntax

/// The words of a text as its tree alone tells them, without commas and semicolons.
struct PrintedTree {
  private let tree: SyntaxTree
  private(set) var words: [String] = []

  init(_ tree: SyntaxTree) {
    self.tree = tree
    print(block: tree.file)
  }

  /// Returns the words of the text itself.
  static func written(_ tokens: LuaTokens, in range: Range<Int>? = nil) -> [String] {
    tokens.all[range ?? 0..<tokens.count].map {
      String(decoding: tokens.bytes[$0.start..<$0.end], as: UTF8.self)
    }
    .filter { $0 != "," && $0 != ";" }
  }

  private mutating func add(_ words: String...) { self.words += words }

  private mutating func add(token: Int?) {
    guard let token else { return }
    let part = tree.tokens[token]
    words.append(String(decoding: tree.tokens.bytes[part.start..<part.end], as: UTF8.self))
  }

  private mutating func print(block: Int) {
    for statement in tree.blocks[block].statements { print(statement: statement) }
  }

  private mutating func print(body: Int) {
    add("do")
    print(block: body)
    add("end")
  }

  private mutating func print(bindings: [Int]) {
    for binding in bindings.map({ tree.bindings[$0] }) {
      add(binding.name)
      if let attribute = binding.attribute { add("<", attribute, ">") }
    }
  }

  private mutating func print(_ expressions: [Int]) {
    for expression in expressions { print(expression: expression) }
  }

  private mutating func print(statement: Int) {
    switch tree.statements[statement].kind {
    case .local(let bindings, let values):
      add("local")
      print(bindings: bindings)
      if !values.isEmpty { add("=") }
      print(values)
    case .localFunction(let binding, let function):
      add("local", "function", tree.bindings[binding].name)
      print(function: function)
    case .function(let target, let function):
      add("function")
      print([target].compactMap(\.self))
      print(function: function)
    case .assignment(let targets, let values):
      print(targets)
      add("=")
      print(values)
    case .expressions(let values): print(values)
    case .do(let body): print(body: body)
    case .while(let condition, let body):
      add("while")
      print(expression: condition)
      print(body: body)
    case .repeat(let body, let condition):
      add("repeat")
      print(block: body)
      add("until")
      print([condition].compactMap(\.self))
    case .count(let binding, let bounds, let body):
      add("for", tree.bindings[binding].name, "=")
      print(bounds)
      print(body: body)
    case .iterate(let bindings, let values, let body):
      add("for")
      print(bindings: bindings)
      add("in")
      print(values)
      print(body: body)
    case .if(let conditions, let blocks):
      for (index, block) in blocks.enumerated() {
        if index < conditions.count {
          add(index == 0 ? "if" : "elseif")
          print(expression: conditions[index])
          add("then")
        } else {
          add("else")
        }
        print(block: block)
      }
      add("end")
    case .return(let values):
      add("return")
      print(values)
    case .break: add("break")
    case .goto(let label):
      add("goto")
      add(token: label)
    case .label(let label):
      add("::")
      add(token: label)
      add("::")
    case .nothing: break
    }
  }

  private mutating func print(function: Int) {
    let function = tree.functions[function]
    add("(")
    print(bindings: function.parameters)
    if function.isVariadic { add("...") }
    add(")")
    print(block: function.body)
    add("end")
  }

  private mutating func print(expression: Int) {
    switch tree.expressions[expression].kind {
    case .missing: break
    case .literal, .name: add(token: tree.expressions[expression].tokens.lowerBound)
    case .member(let base, let name, let isMethod):
      print(expression: base)
      add(isMethod ? ":" : ".")
      add(token: name)
    case .index(let base, let index):
      print(expression: base)
      add("[")
      print(expression: index)
      add("]")
    case .call(let number):
      let call = tree.calls[number]
      let hasParentheses = tree.tokens[call.open].is("(")
      print(expression: call.calledExpression)
      if hasParentheses { add("(") }
      print(call.argumentExpressions)
      if hasParentheses { add(")") }
    case .function(let function):
      add("function")
      print(function: function)
    case .table(let table):
      add("{")
      for field in tree.tables[table].fields {
        if let key = field.key {
          add("[")
          print(expression: key)
          add("]", "=")
        } else if let name = field.name {
          add(token: name)
          add("=")
        }
        print(expression: field.expression)
      }
      add("}")
    case .parentheses(let inner):
      add("(")
      print(expression: inner)
      add(")")
    case .unary(let word, let operand):
      add(word.text)
      print(expression: operand)
    case .binary(let word, let left, let right, _):
      print(expression: left)
      add(word.text)
      print(expression: right)
    }
  }
}
