import LuaBytecode

/// A branch through a function and the functions that it called, while native
/// code is built.
struct NativeState {
  /// The function that is being executed.
  var frame: NativeFrame
  /// The functions that wait for the current one, outermost first; each is at
  /// its call.
  var callers: [NativeFrame] = []
  /// The reads of the Lua code that have no node yet, in order.
  var touches: [DecisionOperand] = []
  /// The operands that nodes on the branch have read, as far as known.
  var known: [DecisionOperand] = []
  /// The outcomes of truth tests of paths on the branch; empty unless a ``DecisionJournal`` is
  /// kept.
  var truths: [DecisionOperand: Bool] = [:]

  /// Creates the state of a function that is called with the context.
  init(_ source: NativeSource) {
    let context = DecisionOperand(.path, NativePaths.ID.context.number)
    frame = NativeFrame(source, arguments: [context][...])
  }

  /// The number of operands that are copied when the branch forks.
  var size: Int {
    callers.reduce(frame.registers.count + touches.count + known.count) {
      $0 + $1.registers.count
    }
  }

  /// The line of the next instruction, in the outermost function.
  var line: Int {
    let outermost = callers.first ?? frame
    return outermost.source.function.line(at: outermost.position)
  }

  /// Continues behind a test with a known outcome: at its jump, or behind the
  /// jump.
  mutating func jump(_ isTrue: Bool, _ jumpsOn: Bool) {
    let position = frame.position
    let instruction = frame.source.code[position]
    if isTrue == jumpsOn, instruction.opcode == .testSet {
      frame.set(instruction.a, frame.register(instruction.b))
    }
    frame.position = position + (isTrue == jumpsOn ? 1 : 2)
  }

  /// Notes that an operand is about to be read for the first time.
  mutating func touch(_ operand: DecisionOperand) {
    guard !known.contains(operand), !touches.contains(operand) else { return }
    touches.append(operand)
  }

  /// Notes that nodes read an operand, including all its parts.
  mutating func note(_ operand: DecisionOperand, in code: DecisionProgram, _ paths: NativePaths) {
    code.forEachRead(of: operand) { path in
      var path = path
      while path != .context {
        let read = DecisionOperand(.path, path.number)
        if known.contains(read) { break }
        known.append(read)
        path = paths[path].parent
      }
    }
    if operand.kind == .expression, !known.contains(operand) { known.append(operand) }
  }
}

/// A function in execution, with its registers.
struct NativeFrame {
  let source: NativeSource
  /// The position of the next instruction; of the call, in a frame that called
  /// another function.
  var position = 0
  var registers: [DecisionOperand]
  /// The end of the registers with the results of a call with an open number of
  /// results.
  var top: Int?

  init(_ source: NativeSource, arguments: ArraySlice<DecisionOperand>) {
    let function = source.function
    self.source = source
    registers = Array(repeating: .unknown, count: max(function.registerCount, 1))
    for parameter in 0..<min(function.parameterCount, registers.count) {
      let index = arguments.startIndex + parameter
      registers[parameter] = index < arguments.endIndex ? arguments[index] : .nil
    }
  }

  func register(_ index: Int) -> DecisionOperand {
    index < registers.count ? registers[index] : .unknown
  }

  mutating func set(_ index: Int, _ operand: DecisionOperand) {
    if index < registers.count { registers[index] = operand }
  }
}

/// A test whose outcome decides the next branch.
package struct DecisionTest {
  package let kind: DecisionNode.Kind
  package var left: DecisionOperand
  package var right: DecisionOperand = .nil
  var isOpposite = false
  /// The index of the constant in the instruction, if it has one.
  var constant: Int?
}

/// A function whose code is followed, with facts that are needed often.
final class NativeSource {
  let function: CompiledFunction
  /// The function's number in ``CapturedValues``.
  let number: Int
  let code: [Instruction]
  /// For each instruction, whether several instructions lead to it and it does
  /// not end the function.
  let isJoin: [Bool]
  /// The registers that must be equal where branches join; `nil` if there are
  /// too many registers.
  private(set) lazy var live = LiveRegisters(of: function)

  init(_ function: CompiledFunction, number: Int) {
    self.function = function
    self.number = number
    code = function.code
    var isReached = [Bool](repeating: false, count: function.code.count)
    var isJoin = isReached
    for position in function.code.indices {
      function.forEachSuccessor(of: position) { next in
        if isReached[next], !function.code[next].endsFunction { isJoin[next] = true }
        isReached[next] = true
      }
    }
    self.isJoin = isJoin
  }
}
