import LuaBytecode
import LuaRules

/// Graphs of functions that depend on nothing outside of them.
///
/// Another thread makes them without the Lua state.
struct GraphsApart: Sendable {
  /// A function of a rule.
  struct Function: Sendable {
    let number: Int
    let examined: ExaminedFunction
    let location: SourceLocation
  }

  /// A graph, with the numbers of the variables here.
  fileprivate struct Graph: Sendable {
    let made: GraphMaker.Made
    /// The steps that it took.
    let steps: Int
    /// How many variables it has together with the graphs before it.
    let variableCount: Int
  }

  fileprivate var graphs: [Int: Graph] = [:]
  /// The variables, by number, and what they are made of.
  fileprivate let operands: [DecisionOperand]
  fileprivate let code: DecisionProgram
  fileprivate let paths: NativePaths

  /// Makes the graphs of functions, each once, in their order.
  init(of functions: [Function]) {
    let maker = GraphMaker(outside: NoCapturedValues())
    for function in functions where graphs[function.number] == nil {
      let steps = maker.builder.totalSteps
      let file = function.location.file
      let made = maker.graph(
        of: function.examined.code, function.number, uses: function.examined.uses, in: file
      ) { SourceLocation(file: file, line: $1) }
      graphs[function.number] = Graph(
        made: made, steps: maker.builder.totalSteps - steps,
        variableCount: maker.variables.count)
    }
    operands = maker.operands
    code = maker.builder.code
    paths = maker.builder.paths
  }
}

extension ExaminedFunction {
  /// Whether it depends on nothing outside of it.
  var isClosed: Bool { code.upvalues.isEmpty && code.functions.isEmpty }
}

extension GraphMaker {
  /// Takes over a graph that was made apart; `nil` if there is none.
  ///
  /// INVARIANT: graphs are taken over in the order in which they were made, so that all variables get
  /// the numbers that they would have got here.
  func graph(ofFunction number: Int, from apart: GraphsApart) -> Made? {
    guard let graph = apart.graphs[number], builder.totalSteps < builder.totalLimit else {
      return nil
    }
    builder.totalSteps += graph.steps
    while otherVariables.count < graph.variableCount {
      let operand = self.operand(apart.operands[otherVariables.count], of: apart)
      otherVariables.append(variable(operand))
    }
    var made = graph.made
    made.graph = made.graph.numbered { otherVariables[$0] }
    return made
  }

  /// Returns an operand of graphs that were made apart as one of those here.
  private func operand(_ operand: DecisionOperand, of apart: GraphsApart) -> DecisionOperand {
    switch operand.kind {
    case .path:
      let steps = apart.paths.steps(of: NativePaths.ID(number: operand.number))
      let path = steps.reduce(NativePaths.ID.context) { builder.paths.path($1, from: $0) }
      return DecisionOperand(.path, path.number)
    case .expression:
      let expression = apart.code.expressions[Int(operand.number)]
      let left = self.operand(expression.left, of: apart)
      let right = self.operand(expression.right, of: apart)
      // INVARIANT: it is no larger than it was there.
      return builder.code.expression(expression.operation, left, right) ?? .unknown
    case .constant:
      return apart.code.constant(operand).map { builder.code.constant($0) } ?? .nil
    default: return operand
    }
  }
}

extension DecisionGraph {
  /// Returns the graph with other numbers of its variables.
  fileprivate func numbered(_ number: (Int) -> Int) -> DecisionGraph {
    func operand(_ operand: Operand) -> Operand {
      if case .variable(let variable) = operand { .variable(number(variable)) } else { operand }
    }
    func test(_ test: Test) -> Test {
      Test(kind: test.kind, left: operand(test.left), right: operand(test.right))
    }
    return DecisionGraph(
      nodes: nodes.map { node in
        switch node {
        case .test(let tested, let yes, let no, let place):
          .test(test(tested), yes: yes, no: no, place: place)
        case .result(let result, let place): .result(operand(result), place: place)
        case .lua: .lua
        }
      },
      obstacle: obstacle, firstReads: firstReads.map(number),
      constantTests: constantTests.map { (test($0.test), $0.place) }, wholeFloats: wholeFloats,
      skipsReads: skipsReads)
  }
}
