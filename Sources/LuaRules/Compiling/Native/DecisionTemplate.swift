import LuaBridge
import LuaBytecode

/// The native code of a function, reused for functions that differ only in the
/// constants of comparisons.
///
/// Long lists of rules have few such shapes. The graph depends on the open
/// constants only in the operands of some comparisons: no test of these
/// constants was decided during building, and no captured value was read.
final class DecisionTemplate {
  /// What all functions of one template have in common: their code.
  struct Shape: Hashable {
    let code: [Instruction]
    let parameterCount: Int

    init(_ function: CompiledFunction) {
      code = function.code
      parameterCount = function.parameterCount
    }

    init(_ outline: FunctionOutline) {
      code = outline.instructions
      parameterCount = outline.parameterCount
    }

    static func == (left: Shape, right: Shape) -> Bool {
      left.parameterCount == right.parameterCount && left.code == right.code
    }

    func hash(into hasher: inout Hasher) {
      var hash = UInt64(code.count)
      for instruction in code {
        hash = LuaTextHash.of(hash ^ UInt64(instruction.bits), seed: LuaTextHash.seed)
      }
      hasher.combine(hash)
    }
  }

  /// A comparison in the graph, and the index of its constant.
  struct Slot {
    let node: Int
    let constant: Int
  }

  private let constants: [CompiledFunction.Constant]
  /// For each constant, whether other functions may have a different one.
  private let isOpen: [Bool]
  /// The constants that other functions must have, as bytes of a dump.
  ///
  /// `nil` if they are unknown, or if open constants precede them.
  private var firstConstants: [UInt8]?
  /// The graph; node numbers are relative to its first node.
  private let nodes: [DecisionNode]
  private let slots: [Slot]
  private let function: DecisionFunction

  /// Creates the template of a function; `nil` if more than comparisons depends
  /// on constants.
  init?(
    of function: CompiledFunction, nodes: ArraySlice<DecisionNode>, slots: [Slot],
    _ native: DecisionFunction
  ) {
    guard native.isWhole, let isOpen = Self.openConstants(of: function) else { return nil }
    let first = Int32(clamping: nodes.startIndex)
    constants = function.constants
    self.isOpen = isOpen
    self.nodes = nodes.map { node in
      var node = node
      node.yes -= first
      node.no -= first
      return node
    }
    self.slots = slots.map { Slot(node: $0.node - nodes.startIndex, constant: $0.constant) }
    self.function = native
  }

  /// Adds the graph for another function of this shape to the code; returns
  /// `nil` if it does not fit.
  func build(_ other: FunctionOutline, in code: inout DecisionProgram) -> DecisionFunction? {
    guard other.constantCount == constants.count, hasSameConstants(other) else { return nil }
    let first = Int32(clamping: code.nodes.count)
    for node in nodes {
      var node = node
      node.yes += first
      node.no += first
      code.nodes.append(node)
    }
    for slot in slots {
      let node = Int(first) + slot.node
      var changed = code.nodes[node]
      changed.right = code.constant(other.value(slot.constant))
      changed.isPlain = false
      code.nodes[node] = code.prepared(changed)
    }
    var result = function
    result.entry = first
    return result
  }

  /// Returns whether a function with as many constants has the same ones where
  /// they must not differ.
  private func hasSameConstants(_ other: FunctionOutline) -> Bool {
    if let firstConstants { return other.beginsWithConstants(firstConstants) }
    guard other.hasSame(constants, where: { !isOpen[$0] }) else { return false }
    // Mostly, the constants for member names come before those for comparisons.
    let closedCount = isOpen.firstIndex(of: true) ?? isOpen.count
    if !isOpen[closedCount...].contains(false) {
      firstConstants = other.constantBytes(upTo: closedCount)
    }
    return true
  }

  /// Returns which constants are only compared with; `nil` if the code has an
  /// instruction whose use of constants is not known here.
  private static func openConstants(of function: CompiledFunction) -> [Bool]? {
    var isOpen = [Bool](repeating: true, count: function.constants.count)
    for instruction in function.code {
      let used: Int?
      switch instruction.opcode {
      case .getField, .addConstant, .subtractConstant, .multiplyConstant, .moduloConstant,
        .divideConstant, .floorDivideConstant, .andConstant, .orConstant, .xorConstant,
        .metamethodConstant:
        used = instruction.c
      case .loadConstant: used = instruction.bx
      case .move, .loadInteger, .loadFloat, .loadFalse, .loadFalseAndSkip, .loadTrue, .loadNil,
        .getTable, .getInteger, .addImmediate, .shiftLeftImmediate, .shiftRightImmediate, .add,
        .subtract, .multiply, .modulo, .divide, .floorDivide, .and, .or, .xor, .shiftLeft,
        .shiftRight, .metamethod, .metamethodImmediate, .negate, .complement, .not, .length,
        .concatenate, .jump, .equal, .lessThan, .lessOrEqual, .equalConstant, .equalImmediate,
        .lessImmediate, .lessOrEqualImmediate, .greaterImmediate, .greaterOrEqualImmediate, .test,
        .testSet, .return, .returnNothing, .returnOne:
        used = nil
      default: return nil
      }
      if let used, isOpen.indices.contains(used) { isOpen[used] = false }
    }
    return isOpen
  }
}

extension DecisionBuilder {
  /// Makes native code of a function by its number; returns `nil` if it is not
  /// a plain Lua function.
  ///
  /// A function of a known shape is not decoded.
  mutating func build(functionNumber number: Int) -> DecisionFunction? {
    let nodesBefore = code.nodes.count
    if !templates.isEmpty, totalSteps < totalLimit,
      let (outline, shape) = outside.outline(ofFunction: number),
      let known = template(of: outline, shape: shape)?.build(outline, in: &code)
    {
      chargeCopy(since: nodesBefore)
      totalSteps += outline.layout.body.count / 256
      return known
    }
    guard totalSteps < totalLimit else {
      return .lua(because: DecisionObstacle(kind: .tooLarge, line: 0))
    }
    guard let function = outside.code(ofFunction: number) else { return nil }
    totalSteps += function.code.count / 16
    return build(function, number: number)
  }

  private mutating func template(of outline: FunctionOutline, shape: Int?) -> DecisionTemplate? {
    guard let shape else { return templates[DecisionTemplate.Shape(outline)] }
    if shape < shapeTemplates.count, let known = shapeTemplates[shape] { return known }
    guard let template = templates[DecisionTemplate.Shape(outline)] else { return nil }
    if shape >= shapeTemplates.count {
      shapeTemplates += repeatElement(nil, count: shape + 1 - shapeTemplates.count)
    }
    shapeTemplates[shape] = template
    return template
  }
}

extension FunctionOutline {
  /// Returns a constant as a value of native code.
  func value(_ index: Int) -> NativeValue {
    text(index).map { .string($0) } ?? NativeValue(constant(index))
  }
}
