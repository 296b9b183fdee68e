import LuaBridge
import LuaBytecode

/// Makes native code of rule functions.
///
/// A function is executed symbolically, with operands instead of values. At a
/// test with an open outcome both branches are followed. Branches join again at
/// instructions that several lead to, if the live registers are equal. Native
/// code reads in the same order as the Lua code. A branch that reaches what
/// only Lua can do ends with a node for Lua.
package struct DecisionBuilder {
  /// The maximum number of instructions to execute, over all branches.
  ///
  /// More work than a few comparisons counts as several instructions.
  static let stepLimit = 1 << 13
  /// The maximum number of nodes of one function.
  static let nodeLimit = 1 << 11
  /// The maximum nesting depth of inlined functions.
  static let inliningLimit = 8
  /// The maximum number of cached templates.
  static let templateLimit = 256
  /// The maximum number of branches that differ at a join only in their truths.
  static let variantLimit = 4
  /// The maximum number of instructions of a function.
  static let sizeLimit = 1 << 12

  package var code = DecisionProgram()
  package var paths = NativePaths()
  let outside: any CapturedValues
  package let totalLimit: Int
  /// Notes where nodes come from; `nil` for no notes.
  let journal: DecisionJournal?
  var obstacle: DecisionObstacle?
  var steps = 0
  package var totalSteps = 0
  /// The functions that were built alone, by number; rules may share them.
  var builtFunctions = FunctionMemo<DecisionFunction>()
  var builtPredicates = FunctionMemo<DecisionPredicate>()
  package private(set) var firstNode = 0
  private var tableNumbers: [Int: Int32?] = [:]
  var ends: [OpenEnd] = []
  /// The final nodes of predicates, once they are made.
  var predicateEnds: PredicateEnds?
  private var pending: [Way] = []
  private(set) var templates: [DecisionTemplate.Shape: DecisionTemplate] = [:]
  /// The templates by the numbers of shapes, as far as they were looked up.
  var shapeTemplates: [DecisionTemplate?] = []
  private var slots: [DecisionTemplate.Slot] = []
  /// Whether a constant, or a value outside the function, decides the graph.
  var looksOutside = false
  var joins: [Join: Int32] = [:]
  /// How many different ``NativeState/truths`` came to a join.
  var variants: [Join: Int] = [:]
  var sources: [Int: NativeSource] = [:]

  /// Creates a builder that continues a list of paths.
  package init(
    paths: NativePaths = NativePaths(), outside: any CapturedValues = NoCapturedValues(),
    totalLimit: Int = PlanningLimit.standard.steps, journal: DecisionJournal? = nil
  ) {
    self.paths = paths
    self.outside = outside
    self.totalLimit = totalLimit
    self.journal = journal
  }

  /// A place where the number of the next node must be written.
  enum OpenEnd {
    case entry
    case yes(Int)
    case no(Int)
    case join(Join)
  }

  /// A branch that must still be followed.
  private struct Way {
    var state: NativeState
    let end: OpenEnd
  }

  /// A join of branches, with all operands that decide how it continues.
  struct Join: Hashable {
    let operands: [Int32]
  }

  /// Makes native code of a function that is called with the context.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - number: The function's number in ``CapturedValues``.
  /// - Returns: The function, with its first node in ``code``.
  package mutating func build(_ function: CompiledFunction, number: Int) -> DecisionFunction {
    guard function.code.count <= Self.sizeLimit, totalSteps < totalLimit else {
      return .lua(because: DecisionObstacle(kind: .tooLarge, line: function.lineDefined))
    }
    journal?.begin()
    let shape = DecisionTemplate.Shape(function)
    steps = 0
    obstacle = nil
    looksOutside = false
    slots.removeAll(keepingCapacity: true)
    firstNode = code.nodes.count
    joins.removeAll(keepingCapacity: true)
    variants.removeAll(keepingCapacity: true)
    let root = NativeState(NativeSource(function, number: number))
    pending.append(Way(state: root, end: .entry))
    while let way = pending.popLast() {
      ends.append(way.end)
      var state = way.state
      follow(&state)
    }
    totalSteps += steps
    let native = finish()
    // A template does not know the lines of another function.
    if !looksOutside, journal == nil, templates[shape] == nil,
      templates.count < Self.templateLimit
    {
      let nodes = code.nodes[min(firstNode, code.nodes.count)...]
      templates[shape] = DecisionTemplate(of: function, nodes: nodes, slots: slots, native)
    }
    return native
  }

  /// Adds a node and links the open ends to it.
  @discardableResult
  mutating func add(_ node: DecisionNode) -> Int {
    let number = code.nodes.count
    code.nodes.append(code.prepared(node))
    close(with: Int32(clamping: number))
    return number
  }

  mutating func close(with node: Int32) {
    for end in ends {
      switch end {
      // INVARIANT: the first node that is added is the entry.
      case .entry: break
      case .yes(let number): code.nodes[number].yes = node
      case .no(let number): code.nodes[number].no = node
      case .join(let join): joins[join] = node
      }
    }
    ends.removeAll(keepingCapacity: true)
  }

  /// Executes instructions until the branch ends, forks, or joins another one.
  private mutating func follow(_ state: inout NativeState) {
    while true {
      steps += 1
      let isTooLarge = steps > Self.stepLimit || code.nodes.count - firstNode > Self.nodeLimit
      if isTooLarge { return leaveToLua(.tooLarge, state) }
      if isJoin(state), meetsAnother(&state) { return }
      switch advance(&state) {
      case .goesOn: continue
      case .returns(let result): return end(with: result, state)
      case .tests(let test, let jumpsOn):
        if fork(&state, test, jumpsOn: jumpsOn) { return }
      case .leavesToLua(let kind): return leaveToLua(kind, state)
      }
    }
  }

  private mutating func leaveToLua(_ kind: DecisionObstacle.Kind, _ state: NativeState) {
    if obstacle == nil { obstacle = DecisionObstacle(kind: kind, line: state.line) }
    // Lua itself repeats the reads that have no nodes yet.
    add(DecisionNode(kind: .leavesToLua))
  }

  private mutating func end(with result: DecisionOperand, _ state: NativeState) {
    guard result.kind != .function, result.kind != .table, result.kind != .unknown else {
      return leaveToLua(.result, state)
    }
    touch(state.touches, before: [result], known: state.known)
    let number = add(DecisionNode(kind: .returns, left: result))
    journal?.note(node: number, state)
  }

  /// Continues behind a test; returns whether both outcomes are open.
  private mutating func fork(
    _ state: inout NativeState, _ test: DecisionTest, jumpsOn: Bool
  ) -> Bool {
    var test = test
    while test.kind == .isTrue, test.left.kind == .expression {
      let expression = code.expressions[Int(test.left.number)]
      guard expression.operation == .not else { break }
      test.left = expression.left
      test.isOpposite.toggle()
    }
    let isRemembered = journal != nil && test.kind == .isTrue && test.left.kind == .path
    if let isTrue = outcome(of: test) ?? (isRemembered ? state.truths[test.left] : nil) {
      if test.constant != nil { looksOutside = true }
      if test.kind != .isTrue, test.kind != .isEqual || isTrue {
        journal?.note(decided: test, state)
      }
      state.jump(isTrue != test.isOpposite, jumpsOn)
      return false
    }
    let operands = test.kind == .isTrue ? [test.left] : [test.left, test.right]
    touch(state.touches, before: operands, known: state.known)
    let number = add(DecisionNode(kind: test.kind, left: test.left, right: test.right))
    journal?.note(node: number, state)
    if let constant = test.constant {
      slots.append(DecisionTemplate.Slot(node: number, constant: constant))
    }
    charge(comparisons: (state.touches.count + operands.count) * state.known.count)
    charge(comparisons: state.size)
    for operand in state.touches + operands { state.note(operand, in: code, paths) }
    state.touches.removeAll(keepingCapacity: true)
    var other = state
    if isRemembered {
      other.truths[test.left] = false
      state.truths[test.left] = true
    }
    other.jump(test.isOpposite, jumpsOn)
    pending.append(Way(state: other, end: .no(number)))
    state.jump(!test.isOpposite, jumpsOn)
    pending.append(Way(state: state, end: .yes(number)))
    return true
  }

  private func outcome(of test: DecisionTest) -> Bool? {
    let left = code.constant(test.left)
    guard test.kind != .isTrue else {
      switch test.left.kind {
      case .function, .table: return true
      case .expression:
        let operation = code.expressions[Int(test.left.number)].operation
        return operation.isAlwaysTrue ? true : nil
      default: return left.map { $0.truth == .yes }
      }
    }
    guard let left, let right = code.constant(test.right) else { return nil }
    switch test.kind {
    case .isEqual: return NativeValue.isEqual(left, right) == .yes
    // The order of strings depends on the collation at the time of the evaluation.
    case _ where left.isText || right.isText: return nil
    case .isLess: return NativeValue.isLess(left, right).isKnown
    default: return NativeValue.isLessOrEqual(left, right).isKnown
    }
  }
}

// MARK: - What instructions need

extension DecisionBuilder {
  mutating func constant(_ value: NativeValue) -> DecisionOperand {
    charge(bytes: value.byteCount)
    return code.constant(value)
  }

  mutating func constant(_ value: CompiledFunction.Constant?) -> DecisionOperand? {
    value.map { constant(NativeValue($0)) }
  }

  package func value(of operand: DecisionOperand) -> NativeValue? { code.constant(operand) }

  package var nodeCount: Int { code.nodes.count }

  package func node(_ position: Int32) -> DecisionNode { code.nodes[Int(position)] }

  /// Adds a node whose successors are known.
  mutating func append(_ node: DecisionNode) -> Int32 {
    code.nodes.append(code.prepared(node))
    return Int32(clamping: code.nodes.count - 1)
  }

  mutating func replace(_ position: Int, with node: DecisionNode) { code.nodes[position] = node }

  /// Returns an operation's operand, folded if constant; `nil` if only Lua can.
  mutating func expression(
    _ operation: DecisionOperation, _ left: DecisionOperand, _ right: DecisionOperand = .nil
  ) -> DecisionOperand? {
    if operation == .not, left.kind == .function || left.kind == .table { return .false }
    guard left.isValue, right.isValue else { return nil }
    if let left = code.constant(left), let right = code.constant(right), operation != .concatenate {
      let value = NativeValue.calculate(operation, left, right)
      return value.isUndecided ? nil : code.constant(value)
    }
    return code.expression(operation, left, right)
  }

  /// Returns the operand for a table's field whose key is computed at run time.
  mutating func lookUp(_ key: DecisionOperand, inTable table: Int) -> DecisionOperand? {
    guard key.isValue else { return nil }
    if tableNumbers[table] == nil {
      let content = outside.scalars(ofTable: table)
      charge(entries: content?.count ?? 0)
      charge(bytes: content?.reduce(0) { $0 + $1.key.byteCount + $1.value.byteCount } ?? 0)
      tableNumbers[table] = .some(content.flatMap { code.addTable($0) })
    }
    guard case .some(.some(let number)) = tableNumbers[table] else { return nil }
    return code.expression(.lookUp, DecisionOperand(.table, number), key)
  }

  /// Returns whether reading or calculating the operand can be undecided.
  func canBeOdd(_ operand: DecisionOperand) -> Bool {
    switch operand.kind {
    case .path: true
    case .expression: code.expressions[Int(operand.number)].operation.canBeOdd
    default: false
    }
  }
}

extension NativeValue {
  fileprivate var isText: Bool {
    switch self {
    case .string, .bytes: true
    default: false
    }
  }
}
