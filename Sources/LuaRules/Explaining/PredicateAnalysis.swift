import LuaBridge

/// The rule functions of one model as decision graphs, to tell what did not hold.
struct PredicateAnalysis {
  fileprivate(set) var builder: NativeBuilder
  private let state: LuaState
  private let files: [String]
  private var known: [Int: Function] = [:]

  /// A function, as far as it is known.
  struct Function {
    let native: NativeFunction
    let parameter: String
    let location: SourceLocation?
    let lastLine: Int
  }

  init(_ state: LuaState, _ core: ModelCore) {
    self.state = state
    files = core.files
    builder = NativeBuilder(outside: StateOutsideValues(state))
  }

  /// Looks at a function.
  mutating func function(_ number: Int) -> Function {
    if let known = known[number] { return known }
    let info = state.info(ofFunction: number)
    let location =
      files.indices.contains(info.chunk - 1)
      ? SourceLocation(file: files[info.chunk - 1], line: info.line > 0 ? info.line : nil) : nil
    let function: Function
    if let code = state.withoutLimits({ builder.outside.code(ofFunction: number) }) {
      let native = state.withoutLimits { builder.build(code, number: number) }
      let name = code.parameterCount > 0 ? code.locals.first?.name : nil
      function = Function(
        native: native, parameter: name ?? "c", location: location,
        lastLine: code.lastLineDefined)
    } else {
      function = Function(
        native: .lua(because: NativeObstacle(kind: .call, line: 0)), parameter: "c",
        location: location, lastLine: info.line)
    }
    known[number] = function
    return function
  }

  /// What came of a function for values that were read.
  enum Finding {
    /// It holds, after these tests.
    case holds([NativeTurn])
    /// It does not: these tests went the wrong way.
    case fails([NativeTurn])
    /// Only Lua can tell.
    case unknown
  }

  func finding(_ function: Function, _ reader: ReplayedReads) -> Finding {
    var reader = reader
    guard let entry = function.native.entry,
      let way = builder.code.turns(from: entry, reader: &reader)
    else { return .unknown }
    return way.holds ? .holds(way.turns) : .fails(builder.code.decisive(way.turns))
  }

  /// The conditions of a function in words.
  func text(_ function: Function) -> ConditionText {
    ConditionText(code: builder.code, paths: builder.paths, parameter: function.parameter)
  }

  /// A reader of values that were read.
  func replayed(_ reads: [Witness.Read]) -> ReplayedReads {
    ReplayedReads(reads, paths: builder.paths)
  }
}

/// Reads again what an attempt has read, and nothing else.
struct ReplayedReads: NativeReader {
  private let values: [String: LuaPush]
  private let paths: NativePaths

  init(_ reads: [Witness.Read], paths: NativePaths) {
    values = Dictionary(reads.map { ($0.path, $0.push) }) { first, _ in first }
    self.paths = paths
  }

  func read(_ path: NativePaths.ID) -> NativeValue {
    switch values[paths.text(of: path)] {
    case .value(let value): NativeValue(read: value)
    case .view: .view
    case .context, nil: .odd
    }
  }

  func count(of path: NativePaths.ID) -> Int64? {
    guard case .value(.integer(let count)) = values["#" + paths.text(of: path)] else { return nil }
    return count
  }
}
