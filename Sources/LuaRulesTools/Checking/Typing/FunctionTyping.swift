import LuaBridge
import LuaBytecode
import LuaRules

/// The type analysis of one function with given arguments.
///
/// Instructions are followed in the order of their positions; where ways meet, their states are
/// joined. A loop is followed until nothing changes, with widened types.
struct FunctionTyping {
  let analysis: TypeAnalysis
  let function: CompiledFunction
  /// The number of the function in its model; that of the outermost one for a function inside.
  let number: Int
  let globals: Set<String>
  /// The values of the upvalues.
  let captured: [TypeState.Value]

  /// The position that is followed, and what is known there.
  var position = 0
  var state: TypeState
  /// What every way gives back, as the first result.
  var returns = LuaType.never
  /// Where results are given back, with their types.
  var results: [(position: Int, type: LuaType)] = []
  /// What the truth of the result tells of places; `nil` without a result.
  var returned: TypeState.Implication?
  var faults: [TypeFault] = []
  /// Whether the function calls `error`.
  var raises = false
  var callsItself = false

  private var arrived: [Int: TypeState] = [:]
  private var visits: [Int: Int] = [:]
  private var pending: Set<Int> = []
  private var isLeader: [Bool]
  private(set) var isReached: [Bool]
  private(set) var isTelling = false
  private var stopsAtFaults = false
  var isStopped = false
  private var steps = 0
  /// Whether the function has a loop.
  private(set) var hasLoop = false
  let changing: (registers: Set<Int>, upvalues: Set<Int>)
  /// The loop that is looked at alone, and whether a way leaves it.
  private(set) var loop: ClosedRange<Int>?
  var leavesLoop = false
  private var backEdges: [Int: TypeState] = [:]
  /// The functions that this one makes, by the positions of their instructions.
  var made: [Int: Int] = [:]
  private var roots: [Int: TypePlaces.ID] = [:]

  /// How many instructions of one function are followed.
  private static let mostSteps = 1 << 14

  init(_ function: InspectedCode.Function, number: Int, _ analysis: TypeAnalysis) {
    let values = function.captured.map { Self.value($0) }
    self.init(
      function.code, number: number, globals: function.globals, captured: values, analysis)
  }

  init(
    _ code: CompiledFunction, number: Int, globals: Set<String>, captured: [TypeState.Value],
    _ analysis: TypeAnalysis
  ) {
    self.analysis = analysis
    self.number = number
    self.globals = globals
    function = code
    let changing = code.changingVariables()
    self.changing = changing
    self.captured = code.upvalues.enumerated().map { index, upvalue in
      if upvalue.name == "_ENV" { return TypeState.Value(LuaType(table: .globals)) }
      return changing.upvalues.contains(index) || index >= captured.count
        ? .any : captured[index]
    }
    state = TypeState(registers: Array(repeating: .any, count: code.registerCount))
    isReached = Array(repeating: false, count: code.code.count)
    isLeader = Array(repeating: false, count: code.code.count)
    for position in code.code.indices {
      let instruction = code.code[position]
      if instruction.opcode.isTest || instruction.opcode.mayJump {
        code.forEachSuccessor(of: position) { isLeader[$0] = true }
      }
    }
  }

  private static func value(_ captured: CapturedValue) -> TypeState.Value {
    switch captured {
    case .unknown: .any
    case .scalar(let value): TypeState.Value(LuaType(value: value))
    case .function(let number): TypeState.Value(LuaType(function: .captured(number)))
    case .table(let number): TypeState.Value(LuaType(table: .captured(number)))
    }
  }

  // MARK: Running

  /// Follows the function.
  ///
  /// - Parameters:
  ///   - arguments: The arguments; `nil` for any.
  ///   - isReporting: Whether faults are noted.
  ///   - stopsAtFaults: Whether a way ends where it certainly fails.
  ///   - facts: What is known of the context before.
  /// - Returns: Whether the whole function was followed.
  mutating func run(
    _ arguments: [TypeState.Value]?, isReporting: Bool, stopsAtFaults: Bool = false,
    facts: [TypePlaces.ID: LuaType] = [:]
  ) -> Bool {
    self.stopsAtFaults = stopsAtFaults
    state.facts = facts
    for index in 0..<min(function.parameterCount, state.registers.count) {
      if let arguments {
        set(index, index < arguments.count ? arguments[index] : TypeState.Value(.nothing))
        if arguments.count > index, arguments[index].place == 0 {
          set(index, rooted(arguments[index].type, at: -1 - index, named: name(of: index, at: 0)))
        }
      } else {
        set(index, rooted(.any, at: -1 - index, named: name(of: index, at: 0)))
      }
    }
    hasLoop = function.code.indices.contains { isBackward($0) }
    isTelling = isReporting && !hasLoop
    arrive(at: 0, state)
    guard follow() else { return false }
    guard hasLoop, isReporting else { return analysis.spend(steps) }
    // Now that nothing changes any more, each block is looked at once again.
    isTelling = true
    returns = .never
    returned = nil
    results = []
    let blocks = arrived.sorted { $0.key < $1.key }
    for (start, known) in blocks {
      state = known
      position = start
      followBlock(isLast: true)
    }
    return findEndlessLoops() && analysis.spend(steps)
  }

  private func isBackward(_ position: Int) -> Bool {
    let instruction = function.code[position]
    return instruction.opcode.mayJump && instruction.target(from: position) <= position
  }

  /// Follows blocks until nothing changes; returns whether that came to an end.
  private mutating func follow() -> Bool {
    while let next = pending.min() {
      pending.remove(next)
      guard let known = arrived[next] else { continue }
      state = known
      position = next
      followBlock(isLast: false)
      if steps > Self.mostSteps { return false }
    }
    return true
  }

  private mutating func followBlock(isLast: Bool) {
    isStopped = false
    repeat {
      steps += 1
      isReached[position] = true
      let next = advance { typing, target in
        if !isLast { typing.arrive(at: target, typing.state) }
      }
      guard let next, !isStopped else { return }
      if isLeader[next] {
        if !isLast { arrive(at: next, state) }
        return
      }
      if let loop, !loop.contains(next) {
        leavesLoop = true
        return
      }
      position = next
    } while steps <= Self.mostSteps
  }

  /// Joins a state to what is known at a position.
  private mutating func arrive(at target: Int, _ state: TypeState) {
    if let loop, !loop.contains(target) {
      leavesLoop = true
      return
    }
    if target <= position { backEdges[target] = state }
    guard var known = arrived[target] else {
      arrived[target] = state
      pending.insert(target)
      return
    }
    visits[target, default: 0] += 1
    if known.join(state, isWidening: visits[target, default: 0] > 3) {
      arrived[target] = known
      pending.insert(target)
    }
  }

  // MARK: Loops without an end

  /// Looks at each loop alone, from its second round on.
  private mutating func findEndlessLoops() -> Bool {
    let edges = backEdges
    for jump in function.code.indices where function.code[jump].opcode == .jump {
      let target = function.code[jump].target(from: jump)
      guard target <= jump, isReached[jump], let state = edges[target] else { continue }
      var alone = self
      alone.isTelling = false
      alone.loop = target...jump
      alone.arrived = [:]
      alone.visits = [:]
      alone.pending = []
      alone.leavesLoop = false
      alone.steps = 0
      let hadReturn = alone.results.count
      alone.position = jump
      alone.arrive(at: target, state)
      guard alone.follow() else { return false }
      if !alone.leavesLoop, alone.results.count == hadReturn {
        position = jump
        tell(
          TypeFault(
            .endlessLoop, "the loop never ends: nothing in it changes what it tests",
            fix: "change what the condition tests, or leave with `break`", isFatal: false),
          at: target)
      }
    }
    return true
  }

  // MARK: Registers

  func register(_ index: Int) -> TypeState.Value {
    guard index < state.registers.count, !changing.registers.contains(index) else { return .any }
    return state.registers[index]
  }

  /// Returns what is known of a register, with what tests have told.
  func type(_ index: Int) -> LuaType { state.type(of: register(index)) }

  mutating func set(_ index: Int, _ value: TypeState.Value) {
    if index < state.registers.count { state.registers[index] = value }
  }

  mutating func set(_ index: Int, _ type: LuaType) { set(index, TypeState.Value(type)) }

  /// Forgets all registers from one on.
  mutating func forget(from index: Int) {
    guard index < state.registers.count else { return }
    for register in index..<state.registers.count { state.registers[register] = .any }
  }

  /// Returns a value that the current instruction calculates, with a place of its own, so that tests of
  /// it are remembered.
  mutating func rooted(_ type: LuaType, at key: Int, named text: String?) -> TypeState.Value {
    let root: TypePlaces.ID
    if let known = roots[key] {
      root = known
      state.renew(root, in: analysis.places)
    } else {
      root = analysis.places.addRoot(named: text ?? "")
      roots[key] = root
    }
    return TypeState.Value(type, at: root)
  }

  /// The name of the local variable in a register.
  func name(of register: Int, at position: Int) -> String? {
    var index = 0
    for local in function.locals {
      if local.start > position { break }
      guard position < local.end else { continue }
      if index == register { return local.name.hasPrefix("(") ? nil : local.name }
      index += 1
    }
    return nil
  }

  /// The value of a register in words of the source; `nil` if it has no name there.
  func words(_ index: Int) -> String? {
    let value = register(index)
    if value.place > 0 {
      let text = analysis.places[value.place].text
      if !text.isEmpty { return text }
    }
    return name(of: index, at: position)
  }

  // MARK: Faults

  /// Notes a fault of a function inside this one, which a call of it always leads to.
  mutating func tell(inside fault: TypeFault) {
    if isTelling, !faults.contains(fault) { faults.append(fault) }
    if stopsAtFaults { isStopped = true }
  }

  /// Notes a fault of the current instruction.
  mutating func tell(_ fault: TypeFault, at other: Int? = nil) {
    if isTelling {
      var fault = fault
      fault.position = other ?? position
      fault.line = function.line(at: fault.position)
      if !faults.contains(fault) { faults.append(fault) }
    }
    if fault.isFatal, stopsAtFaults { isStopped = true }
  }
}

extension Opcode {
  /// Whether the instruction may continue at another position than the next one.
  var mayJump: Bool {
    switch self {
    case .jump, .forLoop, .forPrepare, .genericForPrepare, .genericForLoop, .loadFalseAndSkip: true
    default: false
    }
  }
}
