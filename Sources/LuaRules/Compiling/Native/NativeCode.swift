/// The functions of a model, or of one key, as decision graphs in flat arrays.
///
/// It is filled while a plan is made and never changes afterwards. Functions
/// are known by the node that they begin with. Nothing is allocated when a
/// function is run, except for strings that it puts together.
struct NativeCode: Sendable {
  var nodes: [NativeNode] = []
  var constants: [NativeValue] = [.nil, .boolean(false), .boolean(true), .null]
  var expressions: [NativeExpression] = []
  /// For each constant whether it is a text of ASCII, which is found out once.
  private var plainConstants = [false, false, false, false]
  /// Tables that were made while loading, for ``NativeOperation/lookUp``.
  var tables: [NativeTable] = []

  /// Constants behind those that are always there, by their exact value: 1 and 1.0 are two, so are
  /// 0.0 and −0.0.
  private var constantNumbers = NumberIndex()
  private var expressionNumbers: [NativeExpression: Int32] = [:]

  /// How many constants are always there.
  private static let fixedCount = 4

  /// Makes room for so many constants.
  mutating func reserve(constants count: Int) {
    constants.reserveCapacity(constants.count + count)
    constantNumbers.reserveCapacity(count)
  }

  /// Returns the operand that is this constant.
  mutating func constant(_ value: NativeValue) -> NativeOperand {
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
    return NativeOperand(.constant, Int32(clamping: number))
  }

  /// Returns the operand that is this expression, `nil` when it would be too large.
  mutating func expression(
    _ operation: NativeOperation, _ left: NativeOperand, _ right: NativeOperand = .nil
  ) -> NativeOperand? {
    let size = 1 + size(of: left) + size(of: right)
    guard size <= NativeExpression.sizeLimit else { return nil }
    let expression = NativeExpression(
      operation: operation, size: UInt8(size), left: left, right: right)
    if let number = expressionNumbers[expression] { return NativeOperand(.expression, number) }
    let number = Int32(clamping: expressions.count)
    expressions.append(expression)
    expressionNumbers[expression] = number
    return NativeOperand(.expression, number)
  }

  private func size(of operand: NativeOperand) -> Int {
    operand.kind == .expression ? Int(expressions[Int(operand.number)].size) : 0
  }

  /// Returns the node with what can be said of it once and for all.
  func prepared(_ node: NativeNode) -> NativeNode {
    guard node.kind == .isEqual else { return node }
    var node = node
    // Reading a constant has no place in the order of reads.
    if node.left.kind == .constant { swap(&node.left, &node.right) }
    if node.right.kind == .constant {
      node.isPlain = plainConstants[Int(node.right.number)]
    }
    return node
  }

  /// The value of an operand that is a constant.
  func constant(_ operand: NativeOperand) -> NativeValue? {
    operand.kind == .constant ? constants[Int(operand.number)] : nil
  }

  /// Calls `body` with the paths that an operand reads, in the order in which it does.
  func forEachRead(of operand: NativeOperand, _ body: (NativePaths.ID) -> Void) {
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

/// What a node or an expression works on: a constant, a path, or an expression.
struct NativeOperand: Hashable, Sendable {
  enum Kind: Int32, Sendable {
    case constant, path, expression
    /// A function that was made while loading; only while native code is built.
    case function
    /// A table that was made while loading; as an operand of ``NativeOperation/lookUp`` only.
    case table
    /// A register that holds nothing yet; only while native code is built.
    case unknown
  }

  let bits: Int32

  @inline(__always)
  init(_ kind: Kind, _ number: Int32) { bits = number << 3 | kind.rawValue }

  @inline(__always)
  var kind: Kind { Kind(rawValue: bits & 7) ?? .unknown }

  @inline(__always)
  var number: Int32 { bits >> 3 }

  static let `nil` = NativeOperand(.constant, 0)
  static let `false` = NativeOperand(.constant, 1)
  static let `true` = NativeOperand(.constant, 2)
  static let null = NativeOperand(.constant, 3)
  static let unknown = NativeOperand(.unknown, 0)
}

extension NativeOperand {
  /// Whether it stands for a value, not for a function or table.
  var isValue: Bool { kind == .constant || kind == .path || kind == .expression }
}

/// An operation on operands.
struct NativeExpression: Hashable, Sendable {
  /// How many operations an expression may consist of; nothing is kept between its uses.
  static let sizeLimit = 48

  let operation: NativeOperation
  /// How many operations it consists of, those of its operands included.
  let size: UInt8
  let left: NativeOperand
  let right: NativeOperand
}

/// One step of a decision graph.
struct NativeNode: Sendable {
  enum Kind: UInt8, Sendable {
    /// Reads or calculates `left` as the Lua code does here, in case that is undecided.
    case touch
    /// Goes on by a test of `left`, or a comparison of it with `right`.
    case isTrue, isEqual, isLess, isLessOrEqual
    /// Goes on by whether `left`, as the result of a predicate, means that it holds.
    case holds
    /// Ends with the result `left`.
    case returns
    /// Ends: Lua has to run the function.
    case leavesToLua
  }

  let kind: Kind
  /// Whether it compares with a constant that is an ASCII string, for equality.
  var isPlain = false
  var left: NativeOperand = .nil
  var right: NativeOperand = .nil
  /// Where it goes on when the test succeeds, and after a touch.
  var yes: Int32 = 0
  var no: Int32 = 0
}
