import LuaBridge
import LuaBytecode

/// Finds what is known of a rule function without calling it, once for each function: its location,
/// complexity, host function, and what its grant forbids.
package struct FunctionExaminer {
  private let runner: FileRunner
  private let state: LuaState
  private let files: [String]
  /// The outlines of the functions, by chunk from 1.
  private let outlines: [FileOutline?]
  private let isReplay: Bool
  private var known = KnownFunctions()
  /// The buffer of the last dump of a function, reused for the next dump.
  private var lastDump: [UInt8] = []

  /// The facts that have been found so far.
  private struct KnownFunctions {
    /// By the number of a function: the position of its facts, from 1; 0 if
    /// there are none.
    var places: [Int32] = []
    var facts: [FunctionFacts] = []
    var shapes = FunctionShapes()
    /// The facts that all functions of a shape have in common, by shape.
    var common: [(complexity: Int, neverReturns: Bool)] = []
    var shaped = ShapedFunctions()
    /// The position of the last function in its file; the next function is
    /// often behind it.
    var lastPlace = 0

    func facts(ofFunction number: Int) -> FunctionFacts? {
      guard number < places.count, places[number] > 0 else { return nil }
      return facts[Int(places[number]) - 1]
    }

    mutating func add(_ new: FunctionFacts, ofFunction number: Int) {
      if number >= places.count {
        places += repeatElement(0, count: max(number + 1, 2 * places.count) - places.count)
      }
      facts.append(new)
      places[number] = Int32(clamping: facts.count)
    }
  }

  /// The steps of computing a complexity that the price of the function's bytes
  /// includes.
  private static let freeSteps = 256
  /// The price of each further step, in instructions.
  private static let stepPrice = 2

  /// What the functions read, if the model has declared keys.
  private(set) var reads = ReadNames()
  private let notesReads: Bool

  /// The functions with known shapes.
  var shapedFunctions: ShapedFunctions { known.shaped }

  /// The functions that were examined on their own, by their numbers, if they are kept.
  private var examined: [ExaminedFunction?] = []
  private let keepsFunctions: Bool

  /// Creates an examiner.
  ///
  /// - Parameters:
  ///   - files: What the files returned.
  ///   - runner: The runner that has run the files.
  ///   - isReplay: Whether nothing is analyzed, because the model already has the results.
  ///   - keepsFunctions: Whether functions that were decoded are kept, with what they use.
  init(_ files: LoadedFiles, of runner: FileRunner, isReplay: Bool, keepsFunctions: Bool) {
    self.runner = runner
    self.keepsFunctions = keepsFunctions
    self.state = files.state
    self.files = files.names
    self.isReplay = isReplay
    notesReads =
      !isReplay && runner.request.judgesNames
    outlines = (0...files.names.count).map { runner.outlines[$0] }
  }

  /// Returns the complexity of a function as a condition; `nil` if it was not analysed.
  package func complexity(ofFunction number: Int) -> Int? {
    isReplay ? nil : known.facts(ofFunction: number)?.complexity
  }

  /// Returns what was found out of a function; `nil` if it was not kept.
  package func examined(_ number: Int) -> ExaminedFunction? {
    examined.indices.contains(number) ? examined[number] : nil
  }

  /// Returns the facts about the function with a number; analyzes it at the first request.
  mutating func facts(_ number: Int) throws(RuleError) -> FunctionFacts {
    if let facts = known.facts(ofFunction: number) { return facts }
    let info = state.info(ofFunction: number)
    let location =
      info.chunk >= 1 && info.chunk <= files.count
      ? SourceLocation(file: files[info.chunk - 1], line: info.line) : nil
    var facts = FunctionFacts(
      host: info.host, complexity: 1, neverReturns: false, location: location)
    if info.isLua, !info.isHostStub, !isReplay {
      do {
        try analyze(number, info, &facts)
      } catch {
        var error = error
        error.location = location
        throw error
      }
    }
    if notesReads, info.isHostStub {
      let function = (try? runner.compiledForm(ofFunction: number)).flatMap {
        try? CompiledFunction.decode($0)
      }
      if let function {
        reads.note(function, in: fileName(ofChunk: info.chunk))
      } else {
        reads.noteAnyKey()
      }
    }
    known.add(facts, ofFunction: number)
    return facts
  }

  private mutating func analyze(
    _ number: Int, _ info: LuaFunctionInfo, _ facts: inout FunctionFacts
  ) throws(RuleError) {
    if outlines.indices.contains(info.chunk), let file = outlines[info.chunk],
      let place = file.place(ofFunctionAt: info.line, near: &known.lastPlace)
    {
      if let function = runner.examinedFunction(at: place, ofChunk: info.chunk) {
        try runner.spend(place.range.count)
        return try keep(function, number, info, &facts)
      }
      if let found = known.shapes.find(in: file.bytes, at: place.start) {
        return try analyze(number, info, found, in: file.bytes, &facts)
      }
    }
    // If several functions begin on one line, each is dumped on its own.
    var dump: [UInt8] = []
    swap(&dump, &lastDump)
    defer { swap(&dump, &lastDump) }
    let start =
      state.dump(function: number, to: &dump) ? FunctionOutline.start(inDump: dump) : nil
    let found = start.flatMap { known.shapes.find(in: dump, at: $0) }
    try analyze(number, info, found, in: dump, &facts)
  }

  /// Analyzes a function in some bytes, with its layout and shape if they were
  /// found.
  private mutating func analyze(
    _ number: Int, _ info: LuaFunctionInfo, _ found: FunctionShapes.Found?, in dump: [UInt8],
    _ facts: inout FunctionFacts
  ) throws(RuleError) {
    // With a grant, names matter too, not only the shape.
    let owner = runner.owner(ofChunk: info.chunk)
    if owner == nil, let found, let shape = found.shape {
      try runner.spend(found.layout.body.count)
      (facts.complexity, facts.neverReturns) = known.common[shape]
      known.shaped.add(found.layout, in: dump, shape: shape, number: number)
      if notesReads { try noteReads(number, info, FunctionOutline(dump, found.layout), shape) }
      return
    }
    let function = try decoded(number)
    if keepsFunctions {
      try keep(ExaminedFunction(function), number, info, &facts)
    } else {
      if notesReads { reads.note(function, in: fileName(ofChunk: info.chunk)) }
      var steps = 0
      facts.complexity = Complexity.of(function, steps: &steps)
      facts.neverReturns = function.neverReturnsValue
      try spend(steps: steps)
    }
    if let owner { facts.violation = violation(in: function, of: owner, chunk: info.chunk) }
    guard let found,
      let shape = found.shape ?? known.shapes.add(FunctionOutline(dump, found.layout))
    else { return }
    if shape == known.common.count { known.common.append((facts.complexity, facts.neverReturns)) }
    known.shaped.add(found.layout, in: dump, shape: shape, number: number)
  }

  private func decoded(_ number: Int) throws(RuleError) -> CompiledFunction {
    let bytes = try runner.compiledForm(ofFunction: number)
    do {
      return try CompiledFunction.decode(bytes)
    } catch {
      throw RuleError(
        .unknownLua, "the compiled form of this function is unknown: \(error)",
        hint: "link Lua 5.4")
    }
  }

  /// Charges the budget for the steps that the bytes have not paid for.
  private func spend(steps: Int) throws(RuleError) {
    if steps > Self.freeSteps { try runner.spend((steps - Self.freeSteps) * Self.stepPrice) }
  }

  private mutating func keep(
    _ function: ExaminedFunction, _ number: Int, _ info: LuaFunctionInfo,
    _ facts: inout FunctionFacts
  ) throws(RuleError) {
    if number >= examined.count {
      examined += repeatElement(nil, count: max(number + 1, 2 * examined.count) - examined.count)
    }
    examined[number] = function
    if notesReads {
      let file = fileName(ofChunk: info.chunk)
      for (use, line) in function.uses { reads.note(use, at: line, in: file) }
    }
    facts.complexity = function.complexity
    facts.neverReturns = function.neverReturns
    try spend(steps: function.steps)
  }

  private mutating func noteReads(
    _ number: Int, _ info: LuaFunctionInfo, _ outline: FunctionOutline, _ shape: Int
  ) throws(RuleError) {
    if reads.includes(outline, shape: shape) { return }
    let bytes = try runner.compiledForm(ofFunction: number)
    guard let function = try? CompiledFunction.decode(bytes) else { return reads.noteAnyKey() }
    reads.note(function, in: fileName(ofChunk: info.chunk), shaped: (outline, shape))
  }

  private func fileName(ofChunk chunk: Int) -> String {
    chunk >= 1 && chunk <= files.count ? files[chunk - 1] : ""
  }

  /// Returns the first thing that a function visibly does and its source may
  /// not do; `nil` if there is none.
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
      case .readingAnyKey, .readingGlobal, .readingLibrary, .settingGlobal, .settingOuter, .setting,
        .comparingWithNull:
        return
      }
      violation?.location = SourceLocation(file: files[chunk - 1], line: line)
    }
    return violation
  }
}
