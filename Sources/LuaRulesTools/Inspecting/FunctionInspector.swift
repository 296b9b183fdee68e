import LuaBridge
import LuaBytecode
import LuaRules

/// Examines the rules and functions of one state, after its files were run and frozen.
final class FunctionInspector {
  let state: LuaState
  let names: [String]
  let globals: [Int: Set<String>]
  let host: HostFunctions
  /// The names of the host functions and of their stubs.
  let hostNames: Set<ByteName>
  let outside: StateCapturedValues
  private let graphs: GraphMaker
  /// The graphs that another thread made.
  private var apart = GraphsApart(of: [])
  private var known = FunctionMemo<InspectedFunction>()
  /// What the functions of rules do besides reading paths, by their numbers, with the lines.
  private(set) var otherUses: [Int: [(use: FunctionUse, line: Int)]] = [:]
  /// What loading has found out of the functions.
  private let examined: FunctionExaminer?
  private var lookedInto = FunctionMemo<CompiledFunction>()
  private var instructionsLeft: Int
  private var identities: [Shape: Int] = [:]
  private var infos = FunctionMemo<LuaFunctionInfo>()

  /// The most instructions that are examined; each function counts once.
  ///
  /// Ten thousand rules have a tenth of them. Of functions beyond the limit only the location is
  /// known, so a file with thousands of long functions costs seconds at most.
  static let mostInstructions = 1 << 20

  init(
    _ files: LoadedFiles, examined: FunctionExaminer?, globals: [Int: Set<String>],
    _ host: HostFunctions, hostNames: Set<ByteName>, mostInstructions: Int
  ) {
    instructionsLeft = mostInstructions
    state = files.state
    names = files.names
    self.globals = globals
    self.host = host
    self.hostNames = hostNames
    self.examined = examined
    outside = StateCapturedValues(files.state) { examined?.examined($0)?.code }
    graphs = GraphMaker(outside: outside)
  }

  /// The variables in tests, by number.
  var variables: [DecisionVariable] { graphs.variables }

  // MARK: Rules

  /// Inspects rules; another thread makes graphs for the second half of them.
  func inspect(_ rules: [Rule], in queue: ConcurrentQueue) -> [InspectedRule] {
    let middle = rules.count / 2
    let closed = rules[middle...].lazy.flatMap(\.functions).compactMap { self.closed($0.number) }
    let later = ConcurrentResult(in: queue) { [closed = Array(closed)] in GraphsApart(of: closed) }
    var inspected = rules[..<middle].map { inspect($0) }
    apart = later.value
    inspected += rules[middle...].map { inspect($0) }
    return inspected
  }

  /// Returns a function that depends on nothing outside of it; `nil` for another one.
  private func closed(_ number: Int) -> GraphsApart.Function? {
    guard let function = examined?.examined(number), function.isClosed,
      let location = location(function: number, line: nil)
    else { return nil }
    return GraphsApart.Function(number: number, examined: function, location: location)
  }

  private func inspect(_ rule: Rule) -> InspectedRule {
    InspectedRule(
      key: rule.key, rank: rule.rank,
      countedComplexity: complexity(of: rule.predicate) ?? rule.rank.complexity,
      name: rule.name, doc: rule.doc, location: rule.location, valueLocation: rule.valueLocation,
      conditions: conditions(of: rule.predicate, at: rule.location), outcome: outcome(of: rule))
  }

  private func conditions(
    of predicate: Predicate, at place: SourceLocation
  ) -> [InspectedRule.Condition] {
    switch predicate {
    case .always: return []
    case .never: return [.never]
    case .host(let number): return [.host(number)]
    case .function(let number): return [.function(function(number, at: place))]
    case .all(let parts): return parts.flatMap { conditions(of: $0, at: place) }
    case .pattern(let pattern):
      let entries = pattern.entries.map { entry in
        InspectedRule.Entry(
          variable: graphs.variable(ofPattern: entry.path), path: entry.path,
          condition: entry.condition, location: pattern.location)
      }
      return [.pattern(entries)]
    }
  }

  private func outcome(of rule: Rule) -> InspectedRule.Outcome {
    switch rule.assignment {
    case .constant(let value): .constant(value)
    case .host(let number): .host(number)
    case .function(let number): .function(function(number, at: rule.valueLocation))
    }
  }

  private func complexity(of predicate: Predicate) -> Int? {
    switch predicate {
    case .always, .never: return 0
    case .host: return 1
    case .pattern(let pattern): return pattern.entries.count
    case .all(let parts):
      return parts.reduce(0) { sum, part in
        sum.flatMap { sum in complexity(of: part).map { sum + $0 } }
      }
    case .function(let number):
      guard let code = code(ofFunction: number) else { return nil }
      return examined?.complexity(ofFunction: number) ?? Complexity.of(code)
    }
  }

  // MARK: Functions

  /// Returns the code of a function; `nil` if there is none, or if the limit is reached.
  func code(ofFunction number: Int) -> CompiledFunction? {
    if let code = lookedInto.value(of: number) { return code }
    guard instructionsLeft > 0, let code = outside.code(ofFunction: number) else { return nil }
    lookedInto.add(code, of: number)
    instructionsLeft -= code.code.count
    return code
  }

  /// Whether a function is one of a rule.
  func isOfRule(_ number: Int) -> Bool { known.value(of: number) != nil }

  private func function(_ number: Int, at place: SourceLocation) -> InspectedFunction {
    if let function = known.value(of: number) { return function }
    let function = makeFunction(number, at: place)
    known.add(function, of: number)
    return function
  }

  private func makeFunction(_ number: Int, at place: SourceLocation) -> InspectedFunction {
    let location = self.location(function: number, line: nil) ?? place
    guard let code = code(ofFunction: number) else {
      return InspectedFunction(
        number: number, location: location,
        graph: DecisionGraph(nodes: [], obstacle: nil, firstReads: []), reads: [],
        probableReads: [], canDecline: true,
        identity: number)
    }
    let uses = examined?.examined(number)?.uses ?? code.uses
    for (use, line) in uses {
      if case .reading = use { continue }
      otherUses[number, default: []].append((use, line))
    }
    let made =
      graphs.graph(ofFunction: number, from: apart)
      ?? graphs.graph(of: code, number, uses: uses, in: location.file) {
        self.location(function: $0, line: $1)
      }
    return InspectedFunction(
      number: number, location: location, graph: made.graph, reads: made.reads,
      probableReads: made.probableReads, canDecline: made.canDecline,
      identity: identity(of: code, number))
  }

  /// The parts of a function that do not depend on variables around it.
  private struct Shape: Hashable {
    let code: [Instruction]
    let constants: [CompiledFunction.Constant]
    /// The chunk whose globals it may use; 0 for a chunk that defines none.
    let chunk: Int

    /// Functions of one form differ in their constants.
    func hash(into hasher: inout Hasher) {
      hasher.combine(code.reduce(code.count) { ($0 &+ Int($1.bits)) &* 31 })
      for constant in constants { hasher.combine(constant) }
    }
  }

  private func identity(of code: CompiledFunction, _ number: Int) -> Int {
    guard code.functions.isEmpty, code.upvalues.allSatisfy({ $0.name == "_ENV" }) else {
      return number
    }
    let chunk = info(ofFunction: number).chunk
    let shape = Shape(
      code: code.code, constants: code.constants,
      chunk: globals[chunk]?.isEmpty == false ? chunk : 0)
    return identities.value(of: shape, orNew: number)
  }

  /// Returns where a function comes from; of one function it is asked for each of its nodes.
  func info(ofFunction number: Int) -> LuaFunctionInfo {
    if let info = infos.value(of: number) { return info }
    let info = state.info(ofFunction: number)
    infos.add(info, of: number)
    return info
  }

  func location(function number: Int, line: Int?) -> SourceLocation? {
    let info = self.info(ofFunction: number)
    guard info.chunk >= 1, info.chunk <= names.count else { return nil }
    return SourceLocation(file: names[info.chunk - 1], line: line ?? info.line)
  }
}
