import LuaSyntax

/// What a function, or a file, does step by step, and which steps may follow each one.
struct FlowGraph: Sendable {
  enum Step: Sendable {
    /// The first one.
    case begin
    /// Takes the value of an expression, whose parts were evaluated before. Operators and parentheses that only
    /// decide where to go on have no step of their own.
    case evaluate(Int)
    /// Goes on with the first next step where an expression is true, else with the second one; `root` is the whole
    /// condition.
    case test(Int, root: Int)
    /// Gives a variable, whose name is a token, a value: that of an expression, if it gets one of its own.
    case set(binding: Int, token: Int, to: Int?, isDeclaration: Bool)
    /// Puts something into a global, or into a table.
    case store(Int)
    /// Makes a function that the statement names.
    case define(Int)
    /// Begins a round of a loop with the first next step, or ends the loop with the second one.
    case round
    /// Where ways come together.
    case join
    /// Ends the function.
    case end
  }

  struct Node: Sendable {
    let step: Step
    /// The next step.
    fileprivate(set) var next: Int?
    /// The other one, behind a test or a round.
    fileprivate(set) var other: Int?
  }

  let nodes: [Node]
  /// The blocks, in the order in which they end.
  let blocks: [Int]
  /// The first node of each statement that has any.
  let starts: [Int: Int]

  /// Follows the body of a function, or the file.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  init(_ body: Int, parameters: [Int] = [], of syntax: SyntaxTree) {
    var builder = Builder(syntax)
    builder.add(.begin)
    for parameter in parameters { builder.declare(parameter) }
    builder.add(block: body)
    builder.add(.end)
    nodes = builder.nodes
    blocks = builder.blocks
    starts = builder.starts
  }

  /// Calls a body with the nodes that may follow one.
  func forEachNext(of node: Int, _ body: (Int) -> Void) {
    if let next = nodes[node].next { body(next) }
    if let other = nodes[node].other { body(other) }
  }

  /// Returns for each node whether a way leads to it from others; the ways end at nodes for which a condition holds.
  func reached(from starts: [Int], endingAt isEnd: (Int) -> Bool = { _ in false }) -> [Bool] {
    var isReached = Array(repeating: false, count: nodes.count)
    var pending = starts
    while let node = pending.popLast() {
      guard !isReached[node] else { continue }
      isReached[node] = true
      if !isEnd(node) { forEachNext(of: node) { pending.append($0) } }
    }
    return isReached
  }
}

extension FlowGraph {
  /// A way out of a node that leads to what comes next.
  private struct Exit {
    let node: Int
    var isOther = false
  }

  private struct Builder {
    let syntax: SyntaxTree
    var nodes: [Node] = []
    var blocks: [Int] = []
    var starts: [Int: Int] = [:]
    /// The ways that lead to the next node.
    private var open: [Exit] = []
    /// The ways out of the loops around.
    private var breaks: [[Exit]] = []
    /// The jumps to labels that have not been found.
    private var jumps: [(exits: [Exit], label: String)] = []

    init(_ syntax: SyntaxTree) { self.syntax = syntax }

    mutating func add(_ step: Step) {
      let node = nodes.count
      nodes.append(Node(step: step))
      for exit in open { connect(exit, to: node) }
      open = [Exit(node: node)]
    }

    private mutating func connect(_ exit: Exit, to node: Int) {
      if exit.isOther { nodes[exit.node].other = node } else { nodes[exit.node].next = node }
    }

    private mutating func takeOpen() -> [Exit] {
      defer { open = [] }
      return open
    }

    mutating func declare(_ binding: Int, to value: Int? = nil) {
      add(
        .set(
          binding: binding, token: syntax.bindings[binding].token, to: value, isDeclaration: true))
    }

    // MARK: Statements

    mutating func add(block: Int) {
      let firstJump = jumps.count
      var labels: [String: Int] = [:]
      for statement in syntax.blocks[block].statements {
        let start = nodes.count
        add(statement: statement, &labels)
        if nodes.count > start { starts[statement] = start }
      }
      for (index, jump) in jumps.enumerated().reversed() where index >= firstJump {
        guard let label = labels[jump.label] else { continue }
        for exit in jump.exits { connect(exit, to: label) }
        jumps.remove(at: index)
      }
      blocks.append(block)
    }

    private mutating func add(statement: Int, _ labels: inout [String: Int]) {
      switch syntax.statements[statement].kind {
      case .local(let bindings, let values):
        for value in values { evaluate(value) }
        let isEach = bindings.count == values.count
        for (index, binding) in bindings.enumerated() {
          declare(binding, to: isEach ? values[index] : nil)
        }
      case .localFunction(let binding, let function):
        declare(binding)
        add(.define(function))
      case .function(let target, let function):
        add(.define(function))
        if let target {
          evaluateParts(ofTarget: target)
          assign(to: target, nil)
        }
      case .assignment(let targets, let values):
        for target in targets { evaluateParts(ofTarget: target) }
        for value in values { evaluate(value) }
        let isEach = targets.count == values.count
        for (index, target) in targets.enumerated() {
          assign(to: target, isEach ? values[index] : nil)
        }
      case .expressions(let values): for value in values { evaluate(value) }
      case .do(let body): add(block: body)
      case .while(let condition, let body):
        add(.join)
        let head = nodes.count - 1
        let (holds, fails) = self.condition(condition, root: condition)
        open = holds
        add(loop: body)
        for exit in takeOpen() { connect(exit, to: head) }
        open = fails + breaks.removeLast()
      case .repeat(let body, let condition):
        add(.join)
        let head = nodes.count - 1
        add(loop: body)
        if let condition {
          let (holds, fails) = self.condition(condition, root: condition)
          for exit in fails { connect(exit, to: head) }
          open = holds
        }
        open += breaks.removeLast()
      case .count(let binding, let bounds, let body):
        for bound in bounds { evaluate(bound) }
        addRounds([binding], body)
      case .iterate(let bindings, let values, let body):
        for value in values { evaluate(value) }
        addRounds(bindings, body)
      case .if(let conditions, let blocks):
        var ends: [Exit] = []
        for (index, block) in blocks.enumerated() {
          var fails: [Exit] = []
          if index < conditions.count {
            let exits = condition(conditions[index], root: conditions[index])
            open = exits.holds
            fails = exits.fails
          }
          add(block: block)
          ends += takeOpen()
          open = fails
        }
        open += ends
      case .return(let values):
        for value in values { evaluate(value) }
        add(.end)
        open = []
      case .break:
        if breaks.isEmpty { return }
        add(.join)
        breaks[breaks.count - 1] += takeOpen()
      case .goto(let label):
        guard let label else { return }
        add(.join)
        jumps.append((takeOpen(), syntax.text(label)))
      case .label(let label):
        add(.join)
        if let label { labels[syntax.text(label)] = nodes.count - 1 }
      case .nothing: break
      }
    }

    /// Adds the body of a loop; the ways out of it are the last of `breaks` then.
    private mutating func add(loop body: Int) {
      breaks.append([])
      add(block: body)
    }

    private mutating func addRounds(_ bindings: [Int], _ body: Int) {
      add(.round)
      let head = nodes.count - 1
      for binding in bindings { declare(binding) }
      add(loop: body)
      for exit in takeOpen() { connect(exit, to: head) }
      open = [Exit(node: head, isOther: true)] + breaks.removeLast()
    }

    private mutating func evaluateParts(ofTarget target: Int) {
      if let base = syntax.firstOperand(target) { evaluate(base) }
      for part in syntax.otherParts(target) { evaluate(part) }
    }

    private mutating func assign(to target: Int, _ value: Int?) {
      if let binding = syntax.binding(target) {
        let token = syntax.expressions[target].tokens.lowerBound
        add(.set(binding: binding, token: token, to: value, isDeclaration: false))
      } else {
        add(.store(target))
      }
    }

    // MARK: Expressions

    private mutating func evaluate(_ number: Int) {
      if case .binary(let word, let left, let right, _) = syntax.expressions[number].kind,
        word == "and" || word == "or"
      {
        let (holds, fails) = condition(left, root: number)
        open = word == "and" ? holds : fails
        evaluate(right)
        open += word == "and" ? fails : holds
        add(.evaluate(number))
        return
      }
      var spine = [number]
      while let first = syntax.firstOperand(spine[spine.count - 1]) { spine.append(first) }
      for part in spine.reversed() {
        for other in syntax.otherParts(part) { evaluate(other) }
        add(.evaluate(part))
      }
    }

    /// Adds what decides whether an expression is true; returns the ways from there.
    private mutating func condition(
      _ number: Int, root: Int
    ) -> (holds: [Exit], fails: [Exit]) {
      // A long chain of operators is followed without recursion.
      var spine: [(word: LuaWord, right: Int)] = []
      var first = number
      while case .binary(let word, let left, let right, _) = syntax.expressions[first].kind,
        word == "and" || word == "or"
      {
        spine.append((word, right))
        first = left
      }
      var (holds, fails) = operand(first, root: root)
      for (word, right) in spine.reversed() {
        open = word == "and" ? holds : fails
        let exits = condition(right, root: root)
        if word == "and" {
          holds = exits.holds
          fails += exits.fails
        } else {
          holds += exits.holds
          fails = exits.fails
        }
      }
      return (holds, fails)
    }

    private mutating func operand(_ number: Int, root: Int) -> (holds: [Exit], fails: [Exit]) {
      switch syntax.expressions[number].kind {
      case .parentheses(let inner): return condition(inner, root: root)
      case .unary("not", let inner):
        let (holds, fails) = condition(inner, root: root)
        return (fails, holds)
      case .literal:
        guard let token = syntax.literal(number), !token.is("...") else { break }
        let isFalse = token.is("nil") || token.is("false")
        let exits = takeOpen()
        return isFalse ? ([], exits) : (exits, [])
      default: break
      }
      evaluate(number)
      add(.test(number, root: root))
      let node = nodes.count - 1
      open = []
      return ([Exit(node: node)], [Exit(node: node, isOther: true)])
    }
  }
}
