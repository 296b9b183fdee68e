import LuaBridge
import LuaBytecode

/// Examines the rules and functions of one state, after its files were run and frozen.
final class FunctionInspector {
  let state: LuaState
  let names: [String]
  let globals: [Int: Set<String>]
  let host: HostFunctions
  /// The names of the host functions and of their stubs.
  let hostNames: Set<ByteName>
  let outside: StateOutsideValues
  let journal = NativeJournal()
  var builder: NativeBuilder
  private var known = FunctionMemo<InspectedFunction>()
  /// What the functions of rules do besides reading paths, by their numbers, with the lines.
  private(set) var otherUses: [Int: [(use: FunctionUse, line: Int)]] = [:]
  /// What loading has found out of the functions.
  private let examined: FunctionExaminer?
  private var lookedInto = FunctionMemo<CompiledFunction>()
  private var instructionsLeft: Int
  private var identities: [Shape: Int] = [:]
  private(set) var variables: [DecisionVariable] = []
  private var variableNumbers: [NativeOperand: Int] = [:]
  private var pathNames: [NativePaths.ID: [String]] = [:]
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
    outside = StateOutsideValues(files.state) { examined?.examined($0)?.code }
    builder = NativeBuilder(outside: outside, journal: journal)
  }

  // MARK: Rules

  func inspect(_ rule: Rule) -> InspectedRule {
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
          variable: variable(builder.paths.pattern(entry.path)), path: entry.path,
          allowed: entry.allowed.compactMap { value in
            let tested = TestedValue(value)
            return tested == .null ? .nothing : tested
          },
          location: pattern.location)
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
    let native = builder.build(code, number: number)
    var reads: [InspectedFunction.Read] = []
    forEachUse(of: code, number) { use, line in
      guard case .reading(let path) = use else {
        otherUses[number, default: []].append((use, line))
        return
      }
      reads.append((path, SourceLocation(file: location.file, line: line), true))
    }
    var noted: Set<NotedRead> = []
    for read in journal.reads where noted.insert(NotedRead(read)).inserted {
      guard let place = self.location(function: read.place.function, line: read.place.line) else {
        continue
      }
      reads.append((names(of: read.path), place, false))
    }
    removeRepetitions(from: &reads)
    let probable = FunctionReads.of(code, in: &builder.paths)
    let inner = Set(probable.map { builder.paths[$0].parent })
    return InspectedFunction(
      number: number, location: location, graph: graph(of: native), reads: reads,
      probableReads: probable.filter { !inner.contains($0) }.map { names(of: $0) },
      canDecline: native.canDecline, identity: identity(of: code, number))
  }

  private func forEachUse(
    of code: CompiledFunction, _ number: Int, _ body: (FunctionUse, _ line: Int) -> Void
  ) {
    guard let uses = examined?.examined(number)?.uses else { return code.forEachUse(body) }
    for (use, line) in uses { body(use, line) }
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

  private struct Read: Hashable {
    let path: [String]
    let location: SourceLocation
  }

  /// A read that native code has noted.
  private struct NotedRead: Hashable {
    let path: NativePaths.ID
    let function: Int
    let line: Int

    init(_ read: (path: NativePaths.ID, place: NativeJournal.Place)) {
      path = read.path
      function = read.place.function
      line = read.place.line
    }
  }

  /// How many reads are compared with one another.
  private static let fewReads = 16

  private func removeRepetitions(from reads: inout [InspectedFunction.Read]) {
    guard reads.count > Self.fewReads else {
      var kept: [InspectedFunction.Read] = []
      for read in reads
      where !kept.contains(where: { $0.path == read.path && $0.location == read.location }) {
        kept.append(read)
      }
      reads = kept
      return
    }
    var seen: Set<Read> = []
    reads.removeAll { !seen.insert(Read(path: $0.path, location: $0.location)).inserted }
  }

  /// Returns the names of a path.
  private func names(of path: NativePaths.ID) -> [String] {
    if let known = pathNames[path] { return known }
    let names = builder.paths.names(of: path)
    pathNames[path] = names
    return names
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

  // MARK: Variables

  /// Patterns and functions have different entries for one path; both are one variable.
  func variable(_ path: NativePaths.ID) -> Int {
    let entry = builder.paths[path]
    let operand = NativeOperand(.path, entry.strict.number)
    if let known = variableNumbers[operand] { return known }
    let names = builder.paths.names(of: entry.strict)
    let isNamed = names.count == entry.length
    let parts = isNamed || entry.parent == .context ? [] : [self.variable(entry.parent)]
    let text = builder.paths.text(of: entry.strict)
    var variable = DecisionVariable(path: isNamed ? names : [], parts: parts, text: "c.\(text)")
    if !isNamed, let part = parts.first {
      variable.calculation = DecisionVariable.Calculation(
        name: "read \(text)", operands: [.variable(part)], result: .any, isCommutative: false)
    }
    return add(variable, for: operand)
  }

  func variable(expression operand: NativeOperand) -> Int {
    if let known = variableNumbers[operand] { return known }
    let expression = builder.code.expressions[Int(operand.number)]
    var parts: [Int] = []
    builder.code.forEachRead(of: operand) { parts.append(variable($0)) }
    let text =
      switch (expression.operation, parts.count) {
      case (.length, 1) where expression.left.kind == .path: "#\(variables[parts[0]].text)"
      case (.not, 1): "not \(variables[parts[0]].text)"
      default: "what is calculated"
      }
    let calculation = calculation(of: expression)
    return add(
      DecisionVariable(
        path: [], parts: parts, text: text, isOpposite: expression.operation == .not,
        calculation: calculation), for: operand)
  }

  /// Returns how an expression is calculated; `nil` if an operand has no value of its own.
  private func calculation(of expression: NativeExpression) -> DecisionVariable.Calculation? {
    let isUnary = [.negate, .complement, .not, .length].contains(expression.operation)
    var operands: [DecisionVariable.Calculation.Operand] = []
    for operand in isUnary ? [expression.left] : [expression.left, expression.right] {
      switch operand.kind {
      case .constant:
        guard let literal = builder.value(of: operand)?.exactLiteral else { return nil }
        operands.append(.constant(literal))
      case .path: operands.append(.variable(variable(NativePaths.ID(number: operand.number))))
      case .expression: operands.append(.variable(variable(expression: operand)))
      default: return nil
      }
    }
    return DecisionVariable.Calculation(
      name: expression.operation.name, operands: operands, result: expression.operation.result,
      isCommutative: expression.operation == .add || expression.operation == .multiply)
  }

  private func add(_ variable: DecisionVariable, for operand: NativeOperand) -> Int {
    variables.append(variable)
    variableNumbers[operand] = variables.count - 1
    return variables.count - 1
  }
}
