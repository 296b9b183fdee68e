import LuaBridge

/// Writes conditions of native code in the form of a rule.
struct ConditionText {
  let code: DecisionProgram
  let paths: NativePaths
  /// The function's name for the context.
  let parameter: String

  /// The test with the opposite result of the one that a turn had.
  func text(ofOppositeOf turn: DecisionTurn) -> String {
    let node = turn.node
    let wantsYes = !turn.isYes
    switch node.kind {
    case .isEqual:
      return "\(text(node.left)) \(wantsYes ? "==" : "~=") \(text(node.right))"
    case .isLess: return negated(comparison(node, "<", ">"), unless: wantsYes)
    case .isLessOrEqual: return negated(comparison(node, "<=", ">="), unless: wantsYes)
    default: return wantsYes ? text(node.left) : "not \(text(node.left, isPart: true))"
    }
  }

  /// Writes a comparison; a constant goes to the right.
  private func comparison(_ node: DecisionNode, _ sign: String, _ turned: String) -> String {
    node.left.kind == .constant
      ? "\(text(node.right)) \(turned) \(text(node.left))"
      : "\(text(node.left)) \(sign) \(text(node.right))"
  }

  private func negated(_ text: String, unless isWanted: Bool) -> String {
    isWanted ? text : "not (\(text))"
  }

  /// The text of an operand.
  func text(_ operand: DecisionOperand, isPart: Bool = false) -> String {
    switch operand.kind {
    case .constant: return code.constant(operand)?.luaValue?.literal ?? "…"
    case .path: return text(NativePaths.ID(number: operand.number))
    case .expression: return text(code.expressions[Int(operand.number)], isPart: isPart)
    case .function, .table, .condition, .unknown: return "…"
    }
  }

  private func text(_ path: NativePaths.ID) -> String {
    let steps = paths.text(of: path)
    return steps.isEmpty ? parameter : "\(parameter).\(steps)"
  }

  private func text(_ expression: DecisionExpression, isPart: Bool) -> String {
    let left = text(expression.left, isPart: true)
    switch expression.operation {
    case .negate: return "-\(left)"
    case .complement: return "~\(left)"
    case .not: return "not \(left)"
    case .length: return "#\(left)"
    case .lookUp: return "…[\(text(expression.right))]"
    default:
      let text =
        "\(left) \(expression.operation.sign) \(self.text(expression.right, isPart: true))"
      return isPart ? "(\(text))" : text
    }
  }

  /// The operands of a test that are not constant, each once.
  func operands(of node: DecisionNode) -> [DecisionOperand] {
    var operands = [node.left]
    switch node.kind {
    case .isEqual, .isLess, .isLessOrEqual:
      if node.right != node.left { operands.append(node.right) }
    default: break
    }
    return operands.map { positive($0) }.filter { $0.kind != .constant }
  }

  /// The operand without any `not` around it.
  private func positive(_ operand: DecisionOperand) -> DecisionOperand {
    var operand = operand
    while operand.kind == .expression {
      let expression = code.expressions[Int(operand.number)]
      guard expression.operation == .not else { break }
      operand = expression.left
    }
    return operand
  }
}

extension DecisionOperation {
  /// The operator between two operands.
  fileprivate var sign: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .modulo: "%"
    case .floorDivide: "//"
    case .and: "&"
    case .or: "|"
    case .xor: "~"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .concatenate: ".."
    case .negate, .complement, .not, .length, .lookUp: ""
    }
  }
}
