import LuaBridge
import LuaBytecode

extension DecisionBuilder {
  /// The result of one instruction.
  enum Step {
    case goesOn
    /// The outermost function ends with this operand as its first result.
    case returns(DecisionOperand)
    /// Control flow depends on a test; `jumpsOn` is the outcome that executes
    /// the jump behind it.
    case tests(DecisionTest, jumpsOn: Bool)
    case leavesToLua(DecisionObstacle.Kind)
  }

  /// Executes the next instruction.
  mutating func advance(_ state: inout NativeState) -> Step {
    let instruction = state.frame.source.code[state.frame.position]
    switch instruction.opcode {
    case .return, .returnNothing, .returnOne:
      return end(&state, with: results(of: instruction, state.frame))
    case .call, .tailCall: return call(&state, instruction)
    case let opcode where opcode.isTest: return test(state.frame, instruction)
    case .jump:
      let target = instruction.target(from: state.frame.position)
      guard target > state.frame.position else { return .leavesToLua(.loop) }
      state.frame.position = target
      return .goesOn
    case .loadFalseAndSkip:
      state.frame.set(instruction.a, .false)
      state.frame.position += 2
      return .goesOn
    case .loadNil:
      for index in 0...instruction.b { state.frame.set(instruction.a + index, .nil) }
    case .metamethod, .metamethodImmediate, .metamethodConstant, .extraArgument, .variadicPrepare:
      // The operation before it succeeded; otherwise the branch has ended.
      break
    default:
      let value: Value = value(of: instruction, &state)
      switch value {
      case .is(let operand): state.frame.set(instruction.a, operand)
      case .isLeftToLua(let kind): return .leavesToLua(kind)
      }
    }
    state.frame.position += 1
    return .goesOn
  }

  /// The value that an instruction stores in its register.
  private enum Value {
    case `is`(DecisionOperand)
    case isLeftToLua(DecisionObstacle.Kind)

    init(_ operand: DecisionOperand?, orElse kind: DecisionObstacle.Kind) {
      self = operand.map { .is($0) } ?? .isLeftToLua(kind)
    }
  }

  private mutating func value(
    of instruction: Instruction, _ state: inout NativeState
  ) -> Value {
    let function = state.frame.source.function
    switch instruction.opcode {
    case .move: return .is(state.frame.register(instruction.b))
    case .loadInteger: return .is(constant(.integer(Int64(instruction.signedBx))))
    case .loadFloat: return .is(constant(.float(Double(instruction.signedBx))))
    case .loadConstant:
      return Value(constant(function.constant(instruction.bx)), orElse: .unreadable)
    case .loadConstantExtra:
      let next = state.frame.position + 1
      guard next < function.code.count else { return .isLeftToLua(.unreadable) }
      return Value(constant(function.constant(function.code[next].ax)), orElse: .unreadable)
    case .loadFalse: return .is(.false)
    case .loadTrue: return .is(.true)
    case .getUpvalue:
      return from(outside.upvalue(instruction.b, ofFunction: state.frame.source.number))
    case .getUpvalueField:
      guard
        case .table(let table) = outside.upvalue(
          instruction.b, ofFunction: state.frame.source.number),
        let step = step(function.constant(instruction.c))
      else { return .isLeftToLua(.unknownVariable) }
      return from(outside.field(step, ofTable: table))
    case .getField:
      guard let step = step(function.constant(instruction.c)) else {
        return .isLeftToLua(.computedMember)
      }
      return member(step, of: state.frame.register(instruction.b), &state)
    case .getInteger:
      return member(.index(Int64(instruction.c)), of: state.frame.register(instruction.b), &state)
    case .getTable:
      let key = state.frame.register(instruction.c)
      return member(key, of: state.frame.register(instruction.b), &state)
    case .concatenate: return concatenation(instruction, &state)
    case .newTable: return .isLeftToLua(.table)
    case .closure: return .isLeftToLua(.closure)
    case .getMethod: return .isLeftToLua(.method)
    case .variadic: return .isLeftToLua(.variableArguments)
    case .power, .powerConstant: return .isLeftToLua(.power)
    case .setUpvalue, .setUpvalueField, .setTable, .setInteger, .setField, .setList:
      return .isLeftToLua(.write)
    default: return calculation(instruction, &state)
    }
  }

  // MARK: Members

  private func step(_ key: CompiledFunction.Constant?) -> NativePaths.Step? {
    switch key.map({ NativeValue($0) }) {
    case .string(let name): .name(NativePaths.Text(name))
    case .integer(let index): .index(index)
    default: nil
    }
  }

  private mutating func member(
    _ step: NativePaths.Step, of base: DecisionOperand, _ state: inout NativeState
  ) -> Value {
    switch base.kind {
    case .path:
      let outer = NativePaths.ID(number: base.number)
      guard paths[outer].length < NativePaths.lengthLimit else { return .isLeftToLua(.tooLarge) }
      let path = paths.path(step, from: outer)
      let operand = DecisionOperand(.path, path.number)
      journal?.note(read: path, state)
      charge(comparisons: state.known.count + state.touches.count)
      state.touch(operand)
      return .is(operand)
    case .table: return from(outside.field(step, ofTable: Int(base.number)))
    default: return .isLeftToLua(.textFromElsewhere)
    }
  }

  /// Reads a member whose name is in a register.
  private mutating func member(
    _ key: DecisionOperand, of base: DecisionOperand, _ state: inout NativeState
  ) -> Value {
    if let value = value(of: key) {
      switch value {
      case .string(let name): return member(.name(NativePaths.Text(name)), of: base, &state)
      case .integer(let index): return member(.index(index), of: base, &state)
      default: return .isLeftToLua(.computedMember)
      }
    }
    guard base.kind == .table, let operand = lookUp(key, inTable: Int(base.number)) else {
      return .isLeftToLua(.computedMember)
    }
    state.touch(operand)
    return .is(operand)
  }

  private mutating func from(_ found: CapturedValue) -> Value {
    looksOutside = true
    switch found {
    case .scalar(let value):
      let native = NativeValue(value)
      return native.isUndecided ? .isLeftToLua(.unknownVariable) : .is(constant(native))
    case .function(let number): return .is(DecisionOperand(.function, Int32(clamping: number)))
    case .table(let number): return .is(DecisionOperand(.table, Int32(clamping: number)))
    case .unknown: return .isLeftToLua(.unknownVariable)
    }
  }

  // MARK: Operations

  private mutating func calculation(
    _ instruction: Instruction, _ state: inout NativeState
  ) -> Value {
    let frame = state.frame
    guard let operation = DecisionOperation(instruction.opcode) else {
      return .isLeftToLua(instruction.opcode.loops ? .loop : .unreadable)
    }
    let first = frame.register(instruction.b)
    let operand: DecisionOperand?
    switch instruction.opcode {
    case .addImmediate, .shiftRightImmediate:
      operand = expression(operation, first, constant(.integer(Int64(instruction.signedC))))
    case .shiftLeftImmediate:
      operand = expression(operation, constant(.integer(Int64(instruction.signedC))), first)
    case .addConstant, .subtractConstant, .multiplyConstant, .moduloConstant, .divideConstant,
      .floorDivideConstant, .andConstant, .orConstant, .xorConstant:
      guard let second = constant(frame.source.function.constant(instruction.c)) else {
        return .isLeftToLua(.unreadable)
      }
      operand = expression(operation, first, second)
    case .negate, .complement, .not, .length: operand = expression(operation, first)
    default: operand = expression(operation, first, frame.register(instruction.c))
    }
    return touched(operand, &state)
  }

  private mutating func concatenation(
    _ instruction: Instruction, _ state: inout NativeState
  ) -> Value {
    let frame = state.frame
    guard instruction.b > 0 else { return .isLeftToLua(.unreadable) }
    var operand: DecisionOperand? = frame.register(instruction.a + instruction.b - 1)
    for index in (0..<instruction.b - 1).reversed() {
      guard let right = operand else { break }
      operand = expression(.concatenate, frame.register(instruction.a + index), right)
    }
    return touched(operand, &state)
  }

  private func touched(_ operand: DecisionOperand?, _ state: inout NativeState) -> Value {
    guard let operand else { return .isLeftToLua(.tooLarge) }
    if canBeOdd(operand) { state.touch(operand) }
    return .is(operand)
  }

  // MARK: Tests

  private mutating func test(_ frame: NativeFrame, _ instruction: Instruction) -> Step {
    let a = frame.register(instruction.a)
    let test: DecisionTest
    switch instruction.opcode {
    case .test: test = DecisionTest(kind: .isTrue, left: a)
    case .testSet: test = DecisionTest(kind: .isTrue, left: frame.register(instruction.b))
    case .equal: test = DecisionTest(kind: .isEqual, left: a, right: frame.register(instruction.b))
    case .lessThan:
      test = DecisionTest(kind: .isLess, left: a, right: frame.register(instruction.b))
    case .lessOrEqual:
      test = DecisionTest(kind: .isLessOrEqual, left: a, right: frame.register(instruction.b))
    case .equalConstant:
      guard let right = constant(frame.source.function.constant(instruction.b)) else {
        return .leavesToLua(.unreadable)
      }
      test = DecisionTest(kind: .isEqual, left: a, right: right, constant: instruction.b)
    default:
      let number = constant(.integer(Int64(instruction.signedB)))
      switch instruction.opcode {
      case .equalImmediate: test = DecisionTest(kind: .isEqual, left: a, right: number)
      case .lessImmediate: test = DecisionTest(kind: .isLess, left: a, right: number)
      case .lessOrEqualImmediate: test = DecisionTest(kind: .isLessOrEqual, left: a, right: number)
      case .greaterImmediate: test = DecisionTest(kind: .isLess, left: number, right: a)
      default: test = DecisionTest(kind: .isLessOrEqual, left: number, right: a)
      }
    }
    let isTruthTest = test.kind == .isTrue
    guard isTruthTest ? test.left.kind != .unknown : test.left.isValue && test.right.isValue else {
      return .leavesToLua(.comparison)
    }
    return .tests(test, jumpsOn: instruction.k)
  }

  // MARK: Calls

  private func results(of instruction: Instruction, _ frame: NativeFrame) -> [DecisionOperand]? {
    switch instruction.opcode {
    case .returnNothing: return []
    case .returnOne: return [frame.register(instruction.a)]
    default:
      let end = instruction.b == 0 ? frame.top : instruction.a + instruction.b - 1
      guard let end, end >= instruction.a else { return nil }
      return (instruction.a..<end).map { frame.register($0) }
    }
  }

  /// Ends the innermost function with results.
  private func end(_ state: inout NativeState, with results: [DecisionOperand]?) -> Step {
    guard let results else { return .leavesToLua(.unreadable) }
    guard let caller = state.callers.popLast() else { return .returns(results.first ?? .nil) }
    state.frame = caller
    let call = caller.source.code[caller.position]
    if call.opcode == .tailCall { return end(&state, with: results) }
    // The instruction has 0 for an open number of results.
    let count = call.c == 0 ? results.count : call.c - 1
    guard call.a + count <= state.frame.registers.count else {
      return .leavesToLua(.tooLarge)
    }
    for index in 0..<count {
      state.frame.set(call.a + index, index < results.count ? results[index] : .nil)
    }
    state.frame.top = call.c == 0 ? call.a + count : nil
    state.frame.position += 1
    return .goesOn
  }

  /// Enters a called function if its code is known.
  private mutating func call(_ state: inout NativeState, _ instruction: Instruction) -> Step {
    looksOutside = true
    let frame = state.frame
    let callee = frame.register(instruction.a)
    let end = instruction.b == 0 ? frame.top : instruction.a + instruction.b
    guard callee.kind == .function, let end, end > instruction.a,
      end <= frame.registers.count, state.callers.count < Self.inliningLimit,
      let source = source(Int(callee.number)),
      !source.function.isVariadic, source.code.count <= Self.sizeLimit
    else { return .leavesToLua(.call) }
    state.callers.append(frame)
    state.frame = NativeFrame(source, arguments: frame.registers[instruction.a + 1..<end])
    return .goesOn
  }
}
