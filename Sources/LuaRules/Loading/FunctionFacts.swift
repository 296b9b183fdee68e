import LuaBridge

/// What loading needs to know of a function that a rule file handed out.
struct FunctionFacts {
  /// The number of the host function that it is.
  var host: Int?
  var complexity: Int
  /// Whether none of its returns gives a value.
  var neverReturns: Bool
  var location: SourceLocation?
  /// What its source may not do, though it does.
  var violation: RuleError?
}

/// Finds the facts, each function once.
final class FunctionExaminer {
  private let runner: FileRunner
  private let state: LuaState
  private let files: [String]
  private let isReplay: Bool
  /// By the number of the function.
  private var known: [FunctionFacts?] = []
  /// What functions of one shape have in common.
  private var shapes: [FunctionOutline.Shape: ShapeFacts] = [:]
  /// The functions that are of known shapes.
  private(set) var shapedFunctions = FunctionShapes()

  private struct ShapeFacts {
    var number: Int
    var complexity: Int
    var neverReturns: Bool
  }

  private static let mostShapes = 1024

  /// The steps of finding a complexity that cost nothing but the function's bytes.
  private static let freeSteps = 256
  /// The instructions that each further one is worth.
  private static let stepPrice = 2

  /// The shape of the last function: many have the one of the function before.
  private var last: (shape: FunctionOutline.Shape, common: ShapeFacts)?

  /// Creates an examiner; a replay needs no analysis, since a model has it already.
  init(_ files: LoadedFiles, of runner: FileRunner, isReplay: Bool) {
    self.runner = runner
    self.state = files.state
    self.files = files.names
    self.isReplay = isReplay
  }

  func facts(_ number: Int) throws(RuleError) -> FunctionFacts {
    if number < known.count, let facts = known[number] { return facts }
    let info = state.info(ofFunction: number)
    let location =
      info.chunk >= 1 && info.chunk <= files.count
      ? SourceLocation(file: files[info.chunk - 1], line: info.line) : nil
    var facts = FunctionFacts(
      host: info.host, complexity: 1, neverReturns: false, location: location)
    if info.isLua, !info.isStandIn, !isReplay {
      do {
        try analyse(number, info, &facts)
      } catch {
        var error = error
        error.location = location
        throw error
      }
    }
    if number >= known.count {
      known += Array(repeating: nil, count: max(number + 1, 2 * known.count) - known.count)
    }
    known[number] = facts
    return facts
  }

  private func common(to shape: FunctionOutline.Shape) -> ShapeFacts? {
    if let last, last.shape == shape { return last.common }
    let common = shapes[shape]
    if let common { last = (shape, common) }
    return common
  }

  private func analyse(
    _ number: Int, _ info: LuaFunctionInfo, _ facts: inout FunctionFacts
  ) throws(RuleError) {
    // What a source may not do depends on names, too.
    let owner = runner.owner(ofChunk: info.chunk)
    // Where several functions begin in a line, each has a dump of its own.
    let outline =
      runner.outlines[info.chunk]?.outline(ofFunctionAt: info.line)
      ?? state.dump(function: number, isStripped: true).flatMap { FunctionOutline($0) }
    let shape = outline?.shape
    let common = shape.flatMap { self.common(to: $0) }
    if owner == nil, let outline, let common {
      try runner.spend(outline.body.count)
      facts.complexity = common.complexity
      facts.neverReturns = common.neverReturns
      shapedFunctions.add(outline, shape: common.number, number: number)
      return
    }
    let bytes = try runner.compiledForm(ofFunction: number)
    var steps = 0
    do {
      let function = try CompiledFunction.decode(bytes)
      facts.complexity = Complexity.of(function, steps: &steps)
      facts.neverReturns = function.neverReturnsValue
      if let owner { facts.violation = violation(in: function, of: owner, chunk: info.chunk) }
    } catch {
      throw RuleError(
        .unknownLua, "the compiled form of this function is unknown: \(error)",
        hint: "link Lua 5.4")
    }
    // What its bytes have not paid for.
    if steps > Self.freeSteps { try runner.spend((steps - Self.freeSteps) * Self.stepPrice) }
    if let outline, let common {
      shapedFunctions.add(outline, shape: common.number, number: number)
    } else if let outline, let shape, shapes.count < Self.mostShapes {
      shapedFunctions.add(outline, shape: shapes.count, number: number)
      shapes[shape] = ShapeFacts(
        number: shapes.count, complexity: facts.complexity, neverReturns: facts.neverReturns)
    }
  }

  /// What a function plainly does that its source may not; `nil` when that does not show.
  private func violation(
    in function: CompiledFunction, of owner: GrantedSource, chunk: Int
  ) -> RuleError? {
    var violation: RuleError?
    function.forEachUse { use, line in
      guard violation == nil else { return }
      switch use {
      case .reading(let path):
        guard let tree = owner.reading, !tree.reaches(path) else { return }
        violation = .notGranted(
          reading: path.joined(separator: "."), granted: tree.paths.sortedByBytes())
      case .host(let name):
        guard !owner.grant.mayCall(name) else { return }
        violation = .notGranted(calling: name)
      case .readingGlobal, .readingLibrary, .settingGlobal, .settingOuter, .setting,
        .comparingWithNull:
        return
      }
      violation?.location = SourceLocation(file: files[chunk - 1], line: line)
    }
    return violation
  }
}
