/// An execution of a function with symbolic values, one branch after the other.
package struct SymbolicExecution {
  /// The result of one instruction.
  package enum Progress {
    case goesOn
    /// The branch ends with a result that can be true, that is false under
    /// these conditions, or both.
    case ends(canBeTrue: Bool, falseWay: Cube?)
    /// There is a loop, or there are too many conditions or steps.
    case givesUp
  }

  package let code: [Instruction]
  package var values: SymbolicValues
  /// The registers of the current branch.
  private var registers: [SymbolicValue]
  /// The next instruction.
  package var position = 0
  private var conditions: [SymbolicCondition] = []
  private var decided = Cube()
  package private(set) var steps = 0

  /// The branches that must still be executed; their registers are stored one
  /// after the other in `saved`.
  private var pending: [(position: Int, decided: Cube)] = []
  private var saved: [SymbolicValue] = []

  /// The registers that an inner function assigns to: each read may return
  /// another value.
  package let changingRegisters: Set<Int>
  private let changingUpvalues: Set<Int>

  /// Creates the state for the first branch.
  package init(_ function: CompiledFunction) {
    var values = SymbolicValues(constants: function.constants)
    var registers: [SymbolicValue] = []
    registers.reserveCapacity(function.registerCount)
    for index in 0..<function.registerCount {
      let isParameter = index < function.parameterCount
      registers.append(
        isParameter ? values.value(.parameter, index) : values.value(.unknown, -1, index))
    }
    code = function.code
    (changingRegisters, changingUpvalues) = function.changingVariables()
    self.values = values
    self.registers = registers
  }

  /// Continues with a pending branch; returns whether there is one.
  package mutating func takeUpNextWay() -> Bool {
    guard let way = pending.popLast() else { return false }
    position = way.position
    decided = way.decided
    let start = saved.count - registers.count
    for index in registers.indices { registers[index] = saved[start + index] }
    saved.removeLast(registers.count)
    return true
  }

  // MARK: Registers

  /// Returns the value of a register.
  package mutating func register(_ index: Int) -> SymbolicValue {
    guard index < registers.count else { return values.value(.unknown, position, index) }
    if !changingRegisters.isEmpty, changingRegisters.contains(index) {
      return values.value(.unknown, position, index)
    }
    return registers[index]
  }

  package mutating func set(_ index: Int, _ value: SymbolicValue) {
    if index < registers.count { registers[index] = value }
  }

  package mutating func upvalue(_ index: Int) -> SymbolicValue {
    if changingUpvalues.contains(index) { return values.value(.unknown, position, index) }
    return values.value(.upvalue, index)
  }

  package mutating func constant(_ index: Int) -> SymbolicValue {
    values.constant(index) ?? values.value(.unknown, position, index)
  }

  // MARK: Ways

  /// Charges for work beyond one step per instruction.
  package mutating func charge(_ count: Int) {
    steps += count
  }

  /// Executes one instruction.
  package mutating func advance() -> Progress {
    steps += 1
    if steps > DecisionWays.stepLimit { return .givesUp }
    let instruction = code[position]
    let opcode = instruction.opcode
    if opcode.isTest { return fork(at: instruction, on: outcome(of: instruction)) }
    switch opcode {
    case .return where instruction.b != 1, .returnOne:
      return end(with: register(instruction.a))
    case .return, .returnNothing:
      return .ends(canBeTrue: false, falseWay: decided)
    case .tailCall:
      return end(with: values.value(.call, position))
    case .forLoop, .forPrepare, .genericForPrepare, .genericForCall, .genericForLoop:
      return .givesUp
    case .jump:
      let target = instruction.target(from: position)
      if target <= position { return .givesUp }
      position = target
    case .loadFalseAndSkip:
      set(instruction.a, .false)
      position += 2
    default:
      execute(instruction)
      position += 1
    }
    return .goesOn
  }

  /// Continues behind a test; if both outcomes are possible, one branch becomes
  /// pending.
  ///
  /// An outcome equal to the instruction's `k` executes the jump behind the
  /// test; the other outcome skips it.
  private mutating func fork(
    at instruction: Instruction, on outcome: SymbolicOutcome
  ) -> Progress {
    let test = position
    switch decide(outcome) {
    case .tooMany:
      return .givesUp
    case .known(let isTrue):
      if isTrue == instruction.k { assign(behind: instruction) }
      position = isTrue == instruction.k ? test + 1 : test + 2
    case .open(let condition, let isOpposite):
      let leavesOut = decided.deciding(condition, as: instruction.k == isOpposite)
      pending.append((test + 2, leavesOut))
      saved.append(contentsOf: registers)
      assign(behind: instruction)
      decided = decided.deciding(condition, as: instruction.k != isOpposite)
      position = test + 1
    }
    return .goesOn
  }

  /// Copies the tested value if the instruction does so before its jump.
  private mutating func assign(behind instruction: Instruction) {
    guard instruction.opcode == .testSet else { return }
    set(instruction.a, register(instruction.b))
  }

  /// Ends the branch with a result, which is tested for truth.
  private mutating func end(with result: SymbolicValue) -> Progress {
    switch decide(values.truth(of: result)) {
    case .tooMany:
      return .givesUp
    case .known(let isTrue):
      return .ends(canBeTrue: isTrue, falseWay: isTrue ? nil : decided)
    case .open(let condition, let isOpposite):
      let falseWay = decided.deciding(condition, as: isOpposite)
      return .ends(canBeTrue: true, falseWay: falseWay)
    }
  }

  private enum Decision {
    case known(Bool)
    case open(Int, isOpposite: Bool)
    case tooMany
  }

  /// Looks up an outcome among the conditions that this branch has decided.
  private mutating func decide(_ outcome: SymbolicOutcome) -> Decision {
    switch outcome {
    case .known(let isTrue): return .known(isTrue)
    case .open(let condition, let isOpposite):
      let number = conditions.firstIndex(of: condition) ?? conditions.count
      if number == conditions.count {
        if number == Cube.conditionLimit { return .tooMany }
        conditions.append(condition)
      }
      if let isTrue = decided.outcome(of: number) { return .known(isTrue != isOpposite) }
      return .open(number, isOpposite: isOpposite)
    }
  }
}
