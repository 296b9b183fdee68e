/// A way through a function, and the functions it called, while native code is built.
struct NativeState {
  /// The function that is being executed.
  var frame: NativeFrame
  /// The functions that wait for it, the outermost first; each stands at its call.
  var callers: [NativeFrame] = []
  /// What the Lua code has read here and no node has yet, in order.
  var touches: [NativeOperand] = []
  /// What nodes on the way have read, as far as that is known.
  var known: [NativeOperand] = []

  /// Begins with a function that is called with the context.
  init(_ source: NativeSource) {
    let context = NativeOperand(.path, NativePaths.ID.context.number)
    frame = NativeFrame(source, arguments: [context][...])
  }

  /// How much it holds, which is copied where a way forks.
  var size: Int {
    callers.reduce(frame.registers.count + touches.count + known.count) {
      $0 + $1.registers.count
    }
  }

  /// The line of the next instruction, in the function that was called from outside.
  var line: Int {
    let outermost = callers.first ?? frame
    return outermost.source.function.line(at: outermost.position)
  }

  /// Goes on behind a test that went one way: to its jump, or behind that.
  mutating func jump(_ isTrue: Bool, _ jumpsOn: Bool) {
    let position = frame.position
    let instruction = frame.source.code[position]
    if isTrue == jumpsOn, instruction.opcode == .testSet {
      frame.set(instruction.a, frame.register(instruction.b))
    }
    frame.position = position + (isTrue == jumpsOn ? 1 : 2)
  }

  /// Notes that an operand is about to be read for the first time.
  mutating func touch(_ operand: NativeOperand) {
    guard !known.contains(operand), !touches.contains(operand) else { return }
    touches.append(operand)
  }

  /// Notes that nodes read an operand, and by that what it consists of.
  mutating func note(_ operand: NativeOperand, in code: NativeCode, _ paths: NativePaths) {
    code.forEachRead(of: operand) { path in
      var path = path
      while path != .context {
        let read = NativeOperand(.path, path.number)
        if known.contains(read) { break }
        known.append(read)
        path = paths[path].parent
      }
    }
    if operand.kind == .expression, !known.contains(operand) { known.append(operand) }
  }
}

/// A function that is being executed, with its registers.
struct NativeFrame {
  let source: NativeSource
  /// The instruction that is next; in a frame that called another one, the call.
  var position = 0
  var registers: [NativeOperand]
  /// The first register behind the results of a call that gave as many as it had.
  var top: Int?

  init(_ source: NativeSource, arguments: ArraySlice<NativeOperand>) {
    let function = source.function
    self.source = source
    registers = Array(repeating: .unknown, count: max(function.registerCount, 1))
    for parameter in 0..<min(function.parameterCount, registers.count) {
      let index = arguments.startIndex + parameter
      registers[parameter] = index < arguments.endIndex ? arguments[index] : .nil
    }
  }

  func register(_ index: Int) -> NativeOperand {
    index < registers.count ? registers[index] : .unknown
  }

  mutating func set(_ index: Int, _ operand: NativeOperand) {
    if index < registers.count { registers[index] = operand }
  }
}

/// A test whose outcome decides how a way goes on.
struct NativeTest {
  let kind: NativeNode.Kind
  var left: NativeOperand
  var right: NativeOperand = .nil
  var isOpposite = false
  /// The number of the constant that the instruction compares with, if it names one.
  var constant: Int?
}

/// A function whose code is followed, with what is asked of it again and again.
final class NativeSource {
  let function: CompiledFunction
  /// The number by which ``OutsideValues`` knows it.
  let number: Int
  let code: [Instruction]
  /// For each instruction whether several lead to it, and there is more to it than an end.
  let isJoin: [Bool]
  /// The registers that matter where ways come together; `nil` when there are too many.
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
