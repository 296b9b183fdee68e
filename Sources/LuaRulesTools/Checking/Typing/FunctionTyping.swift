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
  /// The function as it is written; `nil` if that is not known.
  let written: WrittenFunction?
  /// The number of the function in its model; that of the outermost one for a function inside.
  let number: Int
  let globals: Set<String>
  /// The positions of all calls.
  private(set) var callPositions: [Int] = []
  /// The values of the upvalues.
  let captured: [TypeState.Value]

  /// The position that is followed, and what is known there.
  var position = 0
  var state: TypeState
  /// What every way gives back, as the first result.
  var returns = LuaType.never
  /// The loops over lists of the context, by the positions of their calls, those of them over lists that may
  /// be empty, and whether there is one over something else.
  var listLoops: Set<Int> = []
  var emptyListLoops: Set<Int> = []
  var hasOtherLoop = false
  /// Where results are given back, with their types.
  var results: [(position: Int, type: LuaType)] = []
  /// The registers that it gives back, and what is set in them, by position.
  let returnedRegisters: Set<Int>
  var typesSet: [Int: LuaType] = [:]
  /// What the results were calculated from.
  var returnedSources: ValueSources?
  /// What is in the tables that it makes and gives back; `nil` if it gives none, or another one.
  var returnedTable: TableContents?
  var returnsOtherTable = false
  /// Why a result may be missing.
  var givenOrigin: TypePlaces.Origin?
  /// Where it gives nil.
  var nothings: Set<Int> = []
  /// What the function was given.
  var given:
    (arguments: [TypeState.Value]?, facts: [TypePlaces.ID: LuaType], tables: [Int: TableContents]) =
      (nil, [:], [:])
  /// The arguments behind those that have names; `nil` if they are not known.
  var extraArguments: [TypeState.Value]?
  /// Instructions at which ways end, for the question whether others are reached without them.
  var blocked: Set<Int> = []
  /// What the truth of the result tells of places; `nil` without a result.
  var returned: TypeState.Implication?
  var faults: [TypeFault] = []
  /// The values that may be missing in functions that it makes, with the positions at which it does.
  var faultsInside: [(fault: TypeFault, position: Int)] = []
  /// What goes wrong in the functions that it calls.
  var calledFaults: [TypeFault] = []
  /// Whether the function calls `error`.
  var raises = false
  /// Whether the function calls something that may end it by an error on purpose.
  var mayRaise = false
  var callsItself = false
  /// Whether every way gives exactly one value.
  var givesOneValue = true
  /// Where it calls functions that are not in the library.
  var otherCalls: Set<Int> = []
  /// Where it reads members that tables made while loading do not have, with the tables.
  var lackingTables: [Int: Int] = [:]
  /// Where it reads tables made while loading by declared values, with the tables.
  var lookups: [Int: Lookup] = [:]
  /// Where it reads functions from texts, as in `title.upper`, with the places of these.
  var textReads: [Int: TypePlaces.ID] = [:]
  /// Where it gives values to functions or puts them into tables, by their places.
  var handedOn: [TypePlaces.ID: Set<Int>] = [:]
  /// Where it may read a member by a name that is not known.
  var nameReads: Set<Int> = []
  /// The keys that rules answer, by the positions where it reads them.
  var answersRead: [Int: String] = [:]
  /// What the function gives itself where it calls itself, by position.
  var selfCalls: [Int: [LuaType]] = [:]
  /// The functions of the rules that it calls, by position.
  var calledHelpers: [Int: Int] = [:]
  /// The divisions that probably have a fraction at times, and are given back as they are.
  var quotients: Set<Int> = []
  /// The loops over what `ipairs` and `pairs` give.
  var plainIterators: Set<Int> = []
  /// The declared values whose lengths are taken, by position.
  var measured: [Int: TypePlaces.ID] = [:]
  /// What is in the lists of which a call gives all elements, by the positions of the calls.
  var unpacked: [Int: LuaType] = [:]
  /// The calls of library functions that give nothing, with the names of these.
  var callsWithoutResult: [Int: String] = [:]
  /// The calls that change nothing.
  var pureCalls: Set<Int> = []
  /// What is in the tables that the function makes.
  var contents: [TypePlaces.ID: MadeTable] = [:]
  /// Whether it may change tables of which is not known which ones they are.
  var changesOtherTables = false
  /// The tables that it has changed, or given to something that may do so.
  var changedTables: Set<TypePlaces.ID> = []
  /// The tables among them that have several names, which are not followed.
  var sharedTables: Set<TypePlaces.ID> = []
  /// Where it gives such tables back.
  var givenTables: [(position: Int, table: TypePlaces.ID)] = []
  /// Where it gives back tables that calls have made.
  var tablesOfCalls: [(position: Int, table: MadeTable)] = []

  var arrived: [Int: TypeState] = [:]
  var visits: [Int: Int] = [:]
  /// The positions that are still to be followed, each once, the next one last.
  var pending: [Int] = []
  private(set) var isLeader: [Bool]
  private(set) var isReached: [Bool]
  /// The positions that a test of what the author has set excludes, with the setting.
  var excluded: [Int: String] = [:]
  /// The tests that exclude positions.
  var excluding: [Int: Int] = [:]
  /// The outcomes of tests, by their positions.
  var outcomes: [Int: Outcomes] = [:]
  /// The positions that a test excludes of which something else is told.
  var explained: Set<Int> = []
  /// What the author has set that the function gives back, if that is looked for.
  var givenSetting: String?
  var isTelling = false
  private(set) var stopsAtFaults = false
  var isStopped = false
  /// The calls from which no way goes on.
  var ends: Set<Int> = []
  var steps = 0
  /// Whether the function has a loop.
  private(set) var hasLoop = false
  let changing: (registers: Set<Int>, upvalues: Set<Int>)
  /// The loop that is looked at alone, and whether a way leaves it.
  var loop: ClosedRange<Int>?
  var leavesLoop = false
  var backEdges: [Int: TypeState] = [:]
  /// The functions that this one makes, by the positions of their instructions.
  var made: [Int: Int] = [:]
  var roots: [Int: TypePlaces.ID] = [:]
  /// The functions of files that have given values, by the places of the values.
  var calleeOfRoot: [TypePlaces.ID: Int] = [:]
  /// The functions whose results it gives back.
  var givenCallees: Set<Int> = []
  /// Whether another function makes it.
  var isInside = false
  /// Whether the function that makes it gives it to one call, and uses it nowhere else.
  var isForOneCall = false

  /// What loops add, and what that is at most, by the positions where their rounds begin and by register.
  var additions = Additions()
  var sumBounds: [Int: [Int: SumBound]] = [:]
  /// Where types are widened: where something jumps back to.
  private(set) var repeated: Set<Int> = []

  /// What tests have looked at.
  var tests = TestedPlaces()
  /// Whether some calculation may leave the range of integers.
  var mayOverflow = false
  var calledTests = TestedPlaces()
  /// How many steps one function takes, without those of other functions.
  private static let mostSteps = 1 << 14

  init(_ function: InspectedCode.Function, number: Int, _ analysis: TypeAnalysis) {
    let values = function.captured.map { Self.value($0) }
    self.init(
      function.code, function.written, number: number, globals: function.globals,
      captured: values, analysis)
  }

  init(
    _ code: CompiledFunction, _ written: WrittenFunction?, number: Int, globals: Set<String>,
    captured: [TypeState.Value], _ analysis: TypeAnalysis
  ) {
    self.analysis = analysis
    self.number = number
    self.globals = globals
    function = code
    self.written = written
    analysis.spend(code.code.count / 4)
    let changing = code.changingVariables()
    self.changing = changing
    self.captured = code.upvalues.enumerated().map { index, upvalue in
      if upvalue.name == "_ENV" { return TypeState.Value(LuaType(table: .globals)) }
      return changing.upvalues.contains(index) || index >= captured.count
        ? .any : captured[index]
    }
    state = TypeState(registers: Array(repeating: .any, count: code.registerCount))
    returnedRegisters = code.returnedRegisters
    isReached = Array(repeating: false, count: code.code.count)
    isLeader = Array(repeating: false, count: code.code.count)
    for position in code.code.indices {
      let instruction = code.code[position]
      if [.call, .tailCall].contains(instruction.opcode) { callPositions.append(position) }
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
  ///   - tables: What is in the tables among the arguments, by their positions.
  /// - Returns: Whether the whole function was followed.
  mutating func run(
    _ arguments: [TypeState.Value]?, isReporting: Bool, stopsAtFaults: Bool = false,
    facts: [TypePlaces.ID: LuaType] = [:], tables: [Int: TableContents] = [:]
  ) -> Bool {
    guard analysis.spend(1 + function.code.count / 16) else { return false }
    self.stopsAtFaults = stopsAtFaults
    given = (arguments, facts, tables)
    state.facts = facts
    defer { tellFaultsInside() }
    for index in 0..<min(function.parameterCount, state.registers.count) {
      if let arguments {
        let argument = index < arguments.count ? arguments[index] : TypeState.Value(.nothing)
        set(
          index,
          argument.place == 0
            ? rooted(argument.type, at: -1 - index, named: name(of: index, at: 0)) : argument)
        if let root = roots[-1 - index] { state.tables[root] = tables[index] }
      } else {
        set(index, rooted(.any, at: -1 - index, named: name(of: index, at: 0)))
      }
    }
    if function.isVariadic, let arguments {
      extraArguments = arguments.indices.dropFirst(function.parameterCount).map { index in
        let argument = arguments[index]
        return argument.place == 0 ? rooted(argument.type, at: -1 - index, named: nil) : argument
      }
    }
    let repeated = function.repeatedPositions
    hasLoop = !repeated.isEmpty
    self.repeated = repeated
    isTelling = isReporting && !hasLoop
    let start = self
    guard followAll() else { return false }
    // What one loop adds up, another one may add.
    for _ in 0..<Self.mostLoopsInLoops {
      let (bounds, roots) = (boundsOfSums(), self.roots)
      if bounds == sumBounds { break }
      self = start
      (self.roots, sumBounds) = (roots, bounds)
      guard followAll() else { return false }
    }
    defer {
      if isReporting, !stopsAtFaults {
        findUnchangedCalls()
        tellUselessTables()
      }
    }
    guard hasLoop, isReporting else { return true }
    // Now that nothing changes any more, each block is looked at once again.
    isTelling = true
    returns = .never
    returned = nil
    (returnedTable, returnsOtherTable) = (nil, false)
    results = []
    let blocks = arrived.sorted { $0.key < $1.key }
    for (start, known) in blocks {
      state = known
      position = start
      guard followBlock(isLast: true) else { return false }
    }
    return findEndlessLoops()
  }

  /// Notes that some positions are not reached.
  mutating func leaveOut(_ positions: Set<Int>) {
    for position in positions { isReached[position] = false }
  }

  /// How often a function is followed with what its loops add up.
  private static let mostLoopsInLoops = 3

  private mutating func followAll() -> Bool {
    arrive(at: 0, state)
    backEdges = [:]
    return follow()
  }

  /// Follows blocks until nothing changes; returns whether that came to an end.
  mutating func follow() -> Bool {
    while let next = pending.popLast() {
      guard let known = arrived[next] else { continue }
      state = known
      position = next
      guard followBlock(isLast: false) else { return false }
    }
    return true
  }

  /// Follows instructions up to the next branch; returns whether the budget was enough.
  private mutating func followBlock(isLast: Bool) -> Bool {
    isStopped = false
    while true {
      steps += 1
      guard steps <= Self.mostSteps, analysis.spend(1) else { return false }
      isReached[position] = true
      if blocked.contains(position) { return true }
      let next = advance { typing, target in
        if !isLast { typing.arrive(at: target, typing.state) }
      }
      guard let next, !isStopped else { return true }
      if isLeader[next] {
        if !isLast { arrive(at: next, state) }
        return true
      }
      if let loop, !loop.contains(next) {
        leavesLoop = true
        return true
      }
      position = next
    }
  }
}
