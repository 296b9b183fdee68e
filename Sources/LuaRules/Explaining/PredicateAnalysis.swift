import LuaBridge

/// The rule functions of one model as decision graphs, to find the tests that failed.
struct PredicateAnalysis {
  private let core: ModelCore
  private let makeState: () -> LuaState?
  /// A state with the functions, after the first use.
  private var state: LuaState?
  private var builder = DecisionBuilder()
  private var known: [Int: Function] = [:]

  /// The known facts about a function.
  struct Function {
    let native: DecisionFunction
    /// Its name for the context.
    var parameter = "c"
    var location: SourceLocation?
    var lastLine = 0
    /// Whether its graph is the model's own, because only native code may run it.
    var isPlanned = false
  }

  init(_ core: ModelCore, state: @escaping () -> LuaState?) {
    self.core = core
    makeState = state
  }

  /// Analyzes a function.
  mutating func function(_ number: Int) -> Function {
    if let known = known[number] { return known }
    let function = looked(at: number)
    known[number] = function
    return function
  }

  private mutating func looked(at number: Int) -> Function {
    if let planned = core.luaFreeFunctions?[number] {
      return Function(native: planned.native, isPlanned: true)
    }
    if state == nil, let made = makeState() {
      state = made
      builder = DecisionBuilder(outside: StateCapturedValues(made))
    }
    guard let state else { return Function(native: Self.unknown) }
    let info = state.info(ofFunction: number)
    var function = Function(native: Self.unknown, lastLine: info.line)
    if core.files.indices.contains(info.chunk - 1) {
      function.location = SourceLocation(
        file: core.files[info.chunk - 1], line: info.line > 0 ? info.line : nil)
    }
    let outside = builder.outside
    guard let code = state.withoutLimits({ outside.code(ofFunction: number) }) else {
      return function
    }
    let parameter = code.parameterCount > 0 ? code.locals.first?.name : nil
    return Function(
      native: state.withoutLimits { builder.build(code, number: number) },
      parameter: parameter ?? function.parameter, location: function.location,
      lastLine: code.lastLineDefined)
  }

  private static var unknown: DecisionFunction {
    .lua(because: DecisionObstacle(kind: .call, line: 0))
  }

  // MARK: Graphs

  /// The code that contains the function.
  func code(of function: Function) -> DecisionProgram {
    function.isPlanned ? core.luaFreeFunctions?.code ?? DecisionProgram() : builder.code
  }

  /// The paths that occur in the function.
  func paths(of function: Function) -> NativePaths {
    function.isPlanned ? core.luaFreeFunctions?.paths ?? NativePaths() : builder.paths
  }

  /// The code of all analyzed functions, with their paths.
  var graphs: [(code: DecisionProgram, paths: NativePaths)] {
    [(builder.code, builder.paths)] + (core.luaFreeFunctions.map { [($0.code, $0.paths)] } ?? [])
  }

  /// The result of a function for recorded reads.
  enum Finding {
    /// The function holds, after these tests.
    case holds([DecisionTurn])
    /// The function does not hold, because of these tests.
    case fails([DecisionTurn])
    /// Only Lua can decide.
    case unknown
  }

  func finding(_ function: Function, _ reader: ReplayedReads) -> Finding {
    var reader = reader
    let code = code(of: function)
    guard let entry = function.native.entry, let way = code.turns(from: entry, reader: &reader)
    else { return .unknown }
    return way.holds ? .holds(way.turns) : .fails(code.decisive(way.turns))
  }

  /// The writer for the conditions of a function.
  func text(_ function: Function) -> ConditionText {
    ConditionText(
      code: code(of: function), paths: paths(of: function), parameter: function.parameter)
  }

  /// A reader for a function that repeats recorded reads.
  func replayed(_ reads: [EvaluationRecorder.Read], for function: Function) -> ReplayedReads {
    ReplayedReads(reads, paths: paths(of: function))
  }
}

/// Repeats the recorded reads of an attempt; all other reads are undecided.
struct ReplayedReads: NativeReader {
  private let values: [ByteName: LuaPush]
  private let paths: NativePaths

  init(_ reads: [EvaluationRecorder.Read], paths: NativePaths) {
    values = Dictionary(reads.map { (ByteName($0.path), $0.push) }) { first, _ in first }
    self.paths = paths
  }

  func read(_ path: NativePaths.ID) -> NativeValue {
    switch values[paths.text(of: path)] {
    case .value(let value): NativeValue(read: value)
    case .view: .view
    case .context, nil: .undecided
    }
  }

  func count(of path: NativePaths.ID) -> Int64? {
    guard case .value(.integer(let count)) = values["#" + paths.text(of: path)] else { return nil }
    return count
  }

  // The attempt was already charged, and read no more than this.
  func spend(steps: Int, work: Int) -> Bool { true }
  func spend(calculating work: Int) -> Bool { true }
}
