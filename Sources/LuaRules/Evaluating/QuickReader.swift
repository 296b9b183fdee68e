import LuaBridge

/// Fast path without an evaluation: reads scalars that are set, stored in set
/// values, or given by rules.
///
/// It runs engine code only, and changes nothing. A question that it cannot answer is asked again
/// in an evaluation, from the beginning.
///
/// INVARIANT: used only while the caller keeps the values and the model alive.
struct QuickReader: NativeReader {
  private let values: ContextReader
  private let cores: CoreList
  /// The key whose candidates are tried, in the model that is asked.
  private(set) var program: UnretainedReference<KeyProgram>
  /// The number of the model that is asked.
  private(set) var modelIndex = 0
  /// The work that may still be done, in steps of native code.
  private var work: Int
  /// How many more keys may be nested in the computation.
  private let depth: Int
  /// How many more computations of keys are allowed, repeated ones included.
  private var computations: Int

  /// The most work of this fast path; beyond it the question goes to an evaluation, which charges
  /// work to the budget.
  private static var workLimit: Int { 4096 }

  /// The most nested keys; beyond that the question goes to an evaluation, which finds cycles.
  private static var depthLimit: Int { 16 }

  /// The most computations of keys; beyond that the question goes to an evaluation, which computes
  /// each key once and has a budget.
  private static var computationLimit: Int { 32 }

  /// Creates a reader; `program` is the key in the first model.
  init(_ values: ContextReader, _ cores: CoreList, _ program: UnretainedReference<KeyProgram>) {
    self.values = values
    self.cores = cores
    self.program = program
    work = Self.workLimit
    depth = min(Self.depthLimit, cores[0].with { $0.budget.depth }) - 1
    computations = Self.computationLimit
  }

  /// Creates a reader for a key that the rules of another key read.
  private init(_ program: UnretainedReference<KeyProgram>, for outer: QuickReader) {
    values = outer.values
    cores = outer.cores
    self.program = program
    work = outer.work
    depth = outer.depth - 1
    computations = outer.computations
  }

  @inline(__always)
  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    program.with { program in
      let place = program.place(of: path)
      if cores.hasPathKeys, cores.hasPathKeys(below: place.key) { return .undecided }
      let value = values.value(at: place, of: program, isAlone: cores.count == 1) { _ in .undecided
      }
      if let value { return value }
      return place.depth > 0 ? .undecided : computed(place.key)
    }
  }

  func count(of path: NativePaths.ID) -> Int64? {
    program.with { program in
      let place = program.place(of: path)
      if cores.hasPathKeys, cores.hasPathKeys(below: place.key) { return nil }
      return values.count(at: place, of: program)
    }
  }

  @inline(__always)
  mutating func spend(steps: Int, work count: Int) -> Bool {
    work &-= count
    return work >= 0
  }

  mutating func spend(calculating count: Int) -> Bool { spend(steps: 0, work: count) }

  /// Computes another key; `undecided` if that needs more than scalars.
  @inline(never)
  private mutating func computed(_ key: UInt32) -> NativeValue {
    computations -= 1
    guard depth > 0, computations >= 0, !ThreadStack.isShort,
      let program = cores.quickKey(key, of: 0)
    else { return .undecided }
    var reader = QuickReader(program, for: self)
    let answer = reader.answer(to: key)
    work = reader.work
    computations = reader.computations
    let value: NativeValue? =
      switch answer {
      case .constant(let candidate): reader.program.with { $0.constant(of: candidate) }
      case .value(let value, by: _): value
      case .nobody, nil: nil
      }
    // A rule reads `null` as `nil`.
    if case .null? = value { return .nil }
    return value ?? .undecided
  }

  // MARK: Answering

  /// The answer of the candidates.
  enum Answer {
    /// The constant of the candidate with this number.
    case constant(Int)
    /// The value that the function of the candidate gives: a scalar or `null`.
    case value(NativeValue, by: Int)
    /// No candidate answers.
    case nobody
  }

  /// Tries the candidates of the key in each model in turn.
  ///
  /// - Returns: The answer, which belongs to ``program`` then; `nil` if an evaluation is needed.
  @inline(__always)
  mutating func answer(to number: UInt32) -> Answer? {
    cores.count == 1 ? answer() : answerOfSeveral(to: number)
  }

  @inline(never)
  private mutating func answerOfSeveral(to number: UInt32) -> Answer? {
    guard cores.agree(about: number) else { return nil }
    for modelIndex in 0..<cores.count {
      guard let program = cores.quickKey(number, of: modelIndex),
        modelIndex == 0 || program.with({ !$0.needsEvaluation })
      else { return nil }
      self.program = program
      self.modelIndex = modelIndex
      let answer = answer()
      guard case .nobody? = answer else { return answer }
    }
    return .nobody
  }

  /// Tries the candidates of the key in one model.
  @inline(__always)
  private mutating func answer() -> Answer? {
    // The closure captures only unretained references, so it retains nothing that threads share.
    let program = program
    var answer: Answer?
    let isEnded = program.with { known in
      known.ask(&self) { candidate, isKnown, reader in
        guard isKnown else { return true }
        if program.with({ $0.givesConstant(candidate) }) {
          answer = .constant(candidate)
          return true
        }
        switch reader.value(of: candidate) {
        case .undecided, .view: return true
        case .nil: return false
        case let value:
          answer = .value(value, by: candidate)
          return true
        }
      }
    }
    return isEnded ? answer : .nobody
  }

  /// Runs the value function of a candidate; `.nil` if it declines.
  @inline(never)
  private mutating func value(of candidate: Int) -> NativeValue {
    let program = program
    return program.with { program in
      let entry = program.valueEntry(of: candidate)
      guard entry >= 0 else { return .undecided }
      let value: NativeValue =
        switch program.result(from: entry, reader: &self) {
        case .constant(let number): program.constant(number)
        case .value(let value): value
        case .path(let path): read(path)
        case .undecided: .undecided
        }
      return value.byteCount <= cores[0].with({ $0.budget.valueBytes }) ? value : .undecided
    }
  }
}
