/// The functions of a model, or of one key, as graphs in flat arrays, which Swift runs without Lua; comments call
/// that *native code*, though it is no machine code.
///
/// It is filled while the program of a key is made, and constant afterwards. A function is identified by its first
/// node. Running a function allocates nothing, except for strings that it concatenates.
package struct DecisionProgram: Sendable {
  var nodes: [DecisionNode] = []
  var constants: [NativeValue] = [.nil, .boolean(false), .boolean(true), .null]
  package var expressions: [DecisionExpression] = []
  /// For each constant whether it is an ASCII string; computed once.
  private var plainConstants = [false, false, false, false]
  /// Tables that were made during loading, for ``DecisionOperation/lookUp``.
  var tables: [NativeTable] = []
  /// The conditions of patterns, for ``DecisionNode/Kind/fulfills``.
  var conditions: [PatternCondition] = []

  /// The constants after the fixed ones, by exact value: 1 and 1.0 differ, and
  /// so do 0.0 and −0.0.
  private var constantNumbers = NumberIndex()
  private var expressionNumbers: [DecisionExpression: Int32] = [:]

  /// The number of fixed constants, which always exist.
  private static let fixedCount = 4

  /// Reserves capacity for a number of constants.
  mutating func reserve(constants count: Int) {
    constants.reserveCapacity(constants.count + count)
    constantNumbers.reserveCapacity(count)
  }

  /// Returns the operand for a constant.
  package mutating func constant(_ value: NativeValue) -> DecisionOperand {
    switch value {
    case .nil, .view, .undecided: return .nil
    case .boolean(let value): return value ? .true : .false
    case .null: return .null
    case .integer, .float, .string, .bytes: break
    }
    let hash = value.exactHash
    let known = constantNumbers.number(hash: hash) {
      constants[Self.fixedCount + $0].isExactly(value)
    }
    let number = Self.fixedCount + (known ?? constantNumbers.count)
    if known == nil {
      constantNumbers.add(hash: hash)
      constants.append(value)
      plainConstants.append(value.isPlainText)
    }
    return DecisionOperand(.constant, Int32(clamping: number))
  }

  /// Returns the operand for an expression; `nil` if it would be too large.
  package mutating func expression(
    _ operation: DecisionOperation, _ left: DecisionOperand, _ right: DecisionOperand = .nil
  ) -> DecisionOperand? {
    let size = 1 + size(of: left) + size(of: right)
    guard size <= DecisionExpression.sizeLimit else { return nil }
    let expression = DecisionExpression(
      operation: operation, size: UInt8(size), left: left, right: right)
    if let number = expressionNumbers[expression] { return DecisionOperand(.expression, number) }
    let number = Int32(clamping: expressions.count)
    expressions.append(expression)
    expressionNumbers[expression] = number
    return DecisionOperand(.expression, number)
  }

  private func size(of operand: DecisionOperand) -> Int {
    operand.kind == .expression ? Int(expressions[Int(operand.number)].size) : 0
  }

  /// Returns the node with everything that can be computed in advance.
  func prepared(_ node: DecisionNode) -> DecisionNode {
    guard node.kind == .isEqual else { return node }
    var node = node
    // Reading a constant has no effect on the order of reads.
    if node.left.kind == .constant { swap(&node.left, &node.right) }
    if node.right.kind == .constant {
      node.isPlain = plainConstants[Int(node.right.number)]
    }
    return node
  }

  /// Returns the value of an operand if it is a constant.
  package func constant(_ operand: DecisionOperand) -> NativeValue? {
    operand.kind == .constant ? constants[Int(operand.number)] : nil
  }

  /// Calls `body` with the paths that an operand reads, in the order of the
  /// reads.
  package func forEachRead(of operand: DecisionOperand, _ body: (NativePaths.ID) -> Void) {
    switch operand.kind {
    case .path: body(NativePaths.ID(number: operand.number))
    case .expression:
      let expression = expressions[Int(operand.number)]
      if expression.operation != .lookUp { forEachRead(of: expression.left, body) }
      forEachRead(of: expression.right, body)
    default: break
    }
  }
}

/// An operand of a node or of an expression: a constant, a path, or an
/// expression.
package struct DecisionOperand: Hashable, Sendable {
  package enum Kind: Int32, Sendable {
    case constant, path, expression
    /// A function that was made during loading; only while native code is
    /// built.
    case function
    /// A table that was made during loading; only as an operand of
    /// ``DecisionOperation/lookUp``.
    case table
    /// A register without a value; only while native code is built.
    case unknown
    /// A condition of a pattern.
    case condition
  }

  let bits: Int32

  @inline(__always)
  package init(_ kind: Kind, _ number: Int32) { bits = number << 3 | kind.rawValue }

  @inline(__always)
  package var kind: Kind { Kind(rawValue: bits & 7) ?? .unknown }

  @inline(__always)
  package var number: Int32 { bits >> 3 }

  package static let `nil` = DecisionOperand(.constant, 0)
  static let `false` = DecisionOperand(.constant, 1)
  static let `true` = DecisionOperand(.constant, 2)
  static let null = DecisionOperand(.constant, 3)
  package static let unknown = DecisionOperand(.unknown, 0)
}

extension DecisionOperand {
  /// Whether the operand stands for a value, and not for a function or a table.
  var isValue: Bool { kind == .constant || kind == .path || kind == .expression }
}

/// An operation on operands.
package struct DecisionExpression: Hashable, Sendable {
  /// The maximum number of operations in an expression; results are not cached
  /// between its uses.
  static let sizeLimit = 48

  package let operation: DecisionOperation
  /// The number of its operations, including those of its operands.
  let size: UInt8
  package let left: DecisionOperand
  package let right: DecisionOperand
}

/// One step of a decision graph.
package struct DecisionNode: Sendable {
  package enum Kind: UInt8, Sendable {
    /// Reads or calculates `left`, because the Lua code does so here and it may
    /// be undecided.
    case touch
    /// Branches by a test of `left`, or by a comparison of `left` with `right`.
    case isTrue, isEqual, isLess, isLessOrEqual
    /// Branches by whether `left` fulfills the condition `right` of a pattern.
    case fulfills
    /// Branches by whether `left`, as the result of a predicate, means that it
    /// holds.
    case holds
    /// Ends with the result `left`.
    case returns
    /// Ends; Lua must run the function.
    case leavesToLua
  }

  package let kind: Kind
  /// Whether the node compares for equality with a constant that is an ASCII
  /// string.
  var isPlain = false
  package var left: DecisionOperand = .nil
  package var right: DecisionOperand = .nil
  /// The next node if the test succeeds, and after a touch.
  package var yes: Int32 = 0
  package var no: Int32 = 0
}
