import LuaBridge

/// Reads scalars: what is set, or stored in what is set, or follows from that by rules.
///
/// By itself it runs, notes and changes nothing: a question without an answer is then asked in an
/// access, as if nothing had been read. With `lua` and `host` it also calls rule functions, and reads
/// computed members; see ``LoneCandidates`` and ``HostReads`` for what happens where that fails.
///
/// INVARIANT: used while the values, and the model, are kept by whoever asks.
struct QuickReader: NativeReader {
  private let values: ContextReader
  private let core: Uncounted<ModelCore>
  private let plannedKey: Uncounted<PlannedKey>
  /// Asks Lua where native code does not know; `nil` where Lua is not asked.
  private let lua: LoneLua?
  /// Reads what code of the host's tells; `nil` where none is run.
  private let host: Uncounted<HostReads>?
  /// How much work is left, in steps of native code.
  private var work: Int
  /// How many keys may still be computed for one another.
  private let depth: Int
  /// How many keys may still be computed, also again.
  private var computations: Int

  /// More work than that is counted by an access.
  private static var workLimit: Int { 4096 }

  /// More keys than that need an access, which finds circles.
  private static var depthLimit: Int { 16 }

  /// More than that need an access, which computes each key once and has a budget.
  private static var computationLimit: Int { 32 }

  init(
    _ values: ContextReader, _ core: ModelCore, _ planned: Uncounted<PlannedKey>,
    asking lua: LoneLua? = nil, and host: Uncounted<HostReads>? = nil
  ) {
    self.values = values
    self.core = Uncounted(core)
    self.lua = lua
    self.host = host
    plannedKey = planned
    work = Self.workLimit
    depth = min(Self.depthLimit, core.budget.depth) - 1
    computations = Self.computationLimit
  }

  /// Creates a reader for a key that another one reads.
  private init(_ planned: Uncounted<PlannedKey>, for outer: QuickReader) {
    values = outer.values
    core = outer.core
    plannedKey = planned
    lua = nil
    host = outer.host
    work = outer.work
    depth = outer.depth - 1
    computations = outer.computations
  }

  @inline(__always)
  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    plannedKey.with { planned in
      let place = planned.place(of: path)
      if let value = values.value(at: place, of: planned, isAlone: true) {
        return value.isOdd ? hostValue(at: place, of: planned) : value
      }
      return place.depth > 0 ? .odd : computed(place.key)
    }
  }

  /// Reads a scalar that code of the host's tells; odd where none is run.
  @inline(never)
  private func hostValue(at place: ReadPlace, of planned: PlannedKey) -> NativeValue {
    guard let host else { return .odd }
    return values.hostValue(at: place, of: planned, by: host)
  }

  func count(of path: NativePaths.ID) -> Int64? {
    plannedKey.with { values.count(at: $0.place(of: path), of: $0) }
  }

  @inline(__always)
  mutating func spend(steps: Int, work count: Int) -> Bool {
    work &-= count
    return work >= 0
  }

  mutating func spend(calculating count: Int) -> Bool { spend(steps: 0, work: count) }

  /// Computes another key; odd when more than scalars is needed for it.
  @inline(never)
  private mutating func computed(_ key: UInt32) -> NativeValue {
    computations -= 1
    guard depth > 0, computations >= 0, !ThreadStack.isShort,
      let planned = core.with({ $0.quickKeys[Int(key)] })
    else { return .odd }
    var reader = QuickReader(planned, for: self)
    host?.with { $0.enter(key) }
    let answer = reader.answer()
    host?.with { $0.leave() }
    work = reader.work
    computations = reader.computations
    let value: NativeValue? =
      switch answer {
      case .constant(let candidate): planned.with { $0.constant(of: candidate) }
      case .value(let value, by: _): value
      case .nobody, nil: nil
      }
    // What is nothing is `nil` when it is read.
    if case .null? = value { return .nil }
    return value ?? .odd
  }

  // MARK: Answering

  /// What a candidate gives that holds.
  enum Answer {
    /// The constant of the candidate with this number.
    case constant(Int)
    /// What the function of the candidate comes to: a scalar, or nothing.
    case value(NativeValue, by: Int)
    /// No candidate answers.
    case nobody

    /// The number of the candidate.
    var candidate: Int? {
      switch self {
      case .constant(let candidate), .value(_, by: let candidate): candidate
      case .nobody: nil
      }
    }
  }

  /// Tries the candidates of the key.
  ///
  /// - Returns: `nil` when it is not certain.
  @inline(__always)
  mutating func answer() -> Answer? {
    // The plan's closure keeps what it uses: it is given nothing that threads share and count.
    let planned = plannedKey
    var answer: Answer?
    let isEnded = planned.with { known in
      known.plan.ask(&self) { candidate, isKnown, reader in
        guard isKnown else { return reader.isEnded(byLua: candidate, &answer) }
        if planned.with({ $0.givesConstant(candidate) }) {
          answer = .constant(candidate)
          return true
        }
        switch reader.value(of: candidate) {
        case .odd, .view: return reader.isEnded(byLua: candidate, &answer)
        case .nil: return false
        case let value:
          answer = .value(value, by: candidate)
          return true
        }
      }
    }
    return isEnded ? answer : .nobody
  }

  /// Lets Lua answer, if that may be asked; what is not certain ends it, too.
  private func isEnded(byLua candidate: Int, _ answer: inout Answer?) -> Bool {
    // Code of the host's may have asked the state for something else.
    guard let lua, host?.with({ $0.haveRun }) != true else { return true }
    switch lua.ask(candidate) {
    case .winner(_, .nil): answer = .constant(candidate)
    case .winner(_, let value): answer = .value(NativeValue(value), by: candidate)
    case .none: return false
    case .failed: break
    }
    return true
  }

  /// Puts the answer into a place, if there is one for certain.
  ///
  /// - Returns: The answer, whether or not it fits into the place.
  @inline(__always) @discardableResult
  mutating func fill(_ place: borrowing VacantPlace) -> Answer? {
    let planned = plannedKey
    let answer = answer()
    switch answer {
    case .constant(let candidate):
      planned.with { planned in
        planned.constant(of: candidate, as: place.type)?.with { $0.fill(place) }
      }
    case .value(let value, by: _): place.put(value)
    case .nobody, nil: break
    }
    return answer
  }

  /// Runs the value function of a candidate; `nil` means that it declines.
  @inline(never)
  private mutating func value(of candidate: Int) -> NativeValue {
    let planned = plannedKey
    return planned.with { planned in
      let entry = planned.plan.value(of: candidate)
      guard entry >= 0 else { return .odd }
      let value: NativeValue =
        switch planned.plan.result(from: entry, reader: &self) {
        case .constant(let number): planned.plan.constant(number)
        case .value(let value): value
        case .path(let path): read(path)
        case .odd: .odd
        }
      return value.byteCount <= core.with({ $0.budget.valueBytes }) ? value : .odd
    }
  }
}

extension VacantPlace {
  /// Puts a value here whose type is known at run time.
  borrowing func put(opening value: Any) {
    func opened<Value>(_ value: Value) { put(value) }
    _openExistential(value, do: opened)
  }

  /// Puts a scalar here that is the same in Swift and in Lua.
  borrowing func put(_ value: NativeValue) {
    switch value {
    case .string(let text): type == String.self ? put(text) : put(String?.some(text))
    case .integer(let integer):
      guard let integer = Int(exactly: integer) else { return }
      type == Int.self ? put(integer) : put(Int?.some(integer))
    case .boolean(let flag): type == Bool.self ? put(flag) : put(Bool?.some(flag))
    case .float(let number): type == Double.self ? put(number) : put(Double?.some(number))
    case .nil, .null, .bytes, .view, .odd: return
    }
    if isVacant, let value = value.luaValue { put(caseThatIs: value) }
  }
}

extension RuleContext {
  /// Puts the value for a key into a place: the fast path of all ways to ask.
  ///
  /// The place stays vacant where the slow path has to go on: when the question has failed, when
  /// nobody answers, and for contexts that this path leaves out, such as those with aliases, observers or
  /// secrets.
  ///
  /// - Complexity: O(log *n*) for *n* values that are set, and what rules take.
  public func fill(_ place: borrowing VacantPlace, withValueOf key: KeyNumber) {
    guard key.number != 0, capture?.isCatching != false, !model.isObserved, !values.hasAliases
    else {
      return
    }
    let entries = values.read
    if entries.fill(place, withValueOf: key.number) { return }
    guard values.areNumbered, !ThreadSlot.isOccupied, !values.hasSecrets, !hasOwnLimits else {
      return
    }
    let isRemembering = isRemembering
    let reader = ContextReader(entries, isWhole: true)
    var further = FurtherAsking.nothing
    var outcome: LeftOutcome.Kind?
    model.glance {
      further = $0.fill(place, withValueOf: key.number, reader)
      return further != .nothing && !isRemembering
    } thenHolding: { core in
      Borrowed.with(self) {
        outcome = core.fill(place, withValueOf: key.number, of: $0, by: further)
      }
    }
    if let outcome {
      LeftOutcome.leave(outcome, for: key.number, as: place.type, of: self)
    } else if place.isVacant {
      // What nobody took is of another question.
      _ = ThreadSlot.takeLeft()
    }
  }

  /// Whether questions may take the fast path beyond what is set and what plans find.
  var hasFastPath: Bool {
    !model.isObserved && !values.hasAliases && values.areNumbered && !values.hasSecrets
      && !hasOwnLimits && !isRemembering && !ThreadSlot.isOccupied
  }
}
