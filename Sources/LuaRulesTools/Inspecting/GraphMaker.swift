import LuaBridge
import LuaBytecode
import LuaRules

/// Makes the graphs of functions, and numbers the variables in them.
final class GraphMaker {
  let journal = DecisionJournal()
  var builder: DecisionBuilder
  private(set) var variables: [DecisionVariable] = []
  /// The operands that the variables are, by their numbers.
  private(set) var operands: [DecisionOperand] = []
  private var variableNumbers: [DecisionOperand: Int] = [:]
  private var pathNames: [NativePaths.ID: [String]] = [:]
  /// The numbers of the variables of another maker.
  var otherVariables: [Int] = []

  init(outside: any CapturedValues) {
    builder = DecisionBuilder(outside: outside, journal: journal)
  }

  /// What a function decides and reads.
  struct Made: Sendable {
    var graph: DecisionGraph
    let reads: [InspectedFunction.Read]
    let probableReads: [[String]]
    let canDecline: Bool
  }

  /// Makes the graph of a function.
  ///
  /// - Parameters:
  ///   - code: The function.
  ///   - number: Its number.
  ///   - uses: What it visibly uses, with the lines.
  ///   - file: The name of its file.
  ///   - place: Returns a line of a function by its number.
  /// - Returns: The graph, with what the function reads.
  func graph(
    of code: CompiledFunction, _ number: Int, uses: [(use: FunctionUse, line: Int)],
    in file: String, at place: (_ function: Int, _ line: Int) -> SourceLocation?
  ) -> Made {
    let native = builder.build(code, number: number)
    var reads: [InspectedFunction.Read] = []
    for case (.reading(let path), let line) in uses {
      reads.append((path, SourceLocation(file: file, line: line), true))
    }
    var noted: Set<NotedRead> = []
    for read in journal.reads where noted.insert(NotedRead(read)).inserted {
      guard let place = place(read.place.function, read.place.line) else { continue }
      reads.append((names(of: read.path), place, false))
    }
    removeRepetitions(from: &reads)
    let probable = FunctionReads.of(code, in: &builder.paths)
    let inner = Set(probable.map { builder.paths[$0].parent })
    return Made(
      graph: graph(of: native, at: place), reads: reads,
      probableReads: probable.filter { !inner.contains($0) }.map { names(of: $0) },
      canDecline: native.canDecline)
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

    init(_ read: (path: NativePaths.ID, place: DecisionJournal.Place)) {
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

  // MARK: Variables

  /// Returns the variable of a path of a pattern.
  func variable(ofPattern path: [String]) -> Int { variable(builder.paths.pattern(path)) }

  /// Patterns and functions have different entries for one path; both are one variable.
  func variable(_ path: NativePaths.ID) -> Int {
    let entry = builder.paths[path]
    let operand = DecisionOperand(.path, entry.strict.number)
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

  /// Returns the variable of a path or an expression.
  func variable(_ operand: DecisionOperand) -> Int {
    operand.kind == .path
      ? variable(NativePaths.ID(number: operand.number)) : variable(expression: operand)
  }

  func variable(expression operand: DecisionOperand) -> Int {
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
  private func calculation(of expression: DecisionExpression) -> DecisionVariable.Calculation? {
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

  private func add(_ variable: DecisionVariable, for operand: DecisionOperand) -> Int {
    variables.append(variable)
    operands.append(operand)
    variableNumbers[operand] = variables.count - 1
    return variables.count - 1
  }
}
