import LuaBridge

/// Reads the context for native code, in an evaluation.
///
/// What native code cannot decide is undecided, and is decided by Lua; where Lua is not called, it is an error.
///
/// INVARIANT: used while the evaluation tries the candidates of one key, and no longer.
struct EvaluationReader: NativeReader {
  private let owner: UnretainedReference<Evaluation>
  /// The plan of the key; without one, native code knows nothing.
  private let planned: UnretainedReference<CompiledKey>?
  /// What is known for the error where Lua is not called; `nil` where it is.
  private let withoutLua: ReadsWithoutLua?
  /// Whether what is set may be read where it lies.
  private let readsInPlace: Bool
  /// Whether something was read, or counted.
  private var hasRead = false
  /// What was read in other ways than the shortest, by path.
  private var pushes: [Int32: LuaPush?] = [:]

  private var evaluation: Evaluation { owner.object }

  init(_ evaluation: Evaluation, _ planned: UnretainedReference<CompiledKey>?) {
    owner = UnretainedReference(evaluation)
    self.planned = planned
    withoutLua = nil
    readsInPlace = evaluation.readsInPlace
  }

  /// Creates a reader for a function of a source for which Lua is not called.
  init(_ evaluation: Evaluation, withoutLua paths: NativePaths) {
    owner = UnretainedReference(evaluation)
    planned = nil
    withoutLua = ReadsWithoutLua(paths)
    readsInPlace = false
  }

  /// The error of native code that could not go on where Lua is not called.
  var errorWithoutLua: RuleError {
    withoutLua?.error(in: evaluation) ?? evaluation.exhaustion
  }

  /// What native code knows of a candidate's predicate.
  mutating func holds(_ candidate: Int) -> NativeVerdict {
    guard let planned else { return .undecided }
    return planned.with { $0.plan.holds(candidate, reader: &self) }
  }

  @inline(__always)
  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    if readsInPlace, let planned {
      let value = owner.with { evaluation in
        planned.with { evaluation.valueInPlace(at: path, of: $0, isFirst: !hasRead) }
      }
      hasRead = true
      if !value.isUndecided { return value }
    }
    return readWhole(path)
  }

  mutating func count(of path: NativePaths.ID) -> Int64? {
    hasRead = true
    if readsInPlace, let planned {
      let reader = evaluation.contextReader
      let count = planned.with { reader.count(at: $0.place(of: path), of: $0) }
      if let count { return count }
    }
    guard case .view(let handle, let shape, _, _) = push(path), shape.showsMembers,
      !isLimited(path)
    else { return nil }
    return orNote { () throws(RuleError) in try evaluation.memberCount(of: handle) }.map {
      Int64($0)
    }
  }

  @inline(__always)
  mutating func spend(steps: Int, work: Int) -> Bool {
    owner.with { $0.spendNatively(steps: steps, work: work) }
  }

  mutating func spend(calculating work: Int) -> Bool {
    (withoutLua != nil || evaluation.mayCalculate(work))
      && evaluation.spendNatively(steps: 0, work: work)
  }

  private func isLimited(_ path: NativePaths.ID) -> Bool {
    planned?.with { $0.plan.isLimited(path) } ?? (withoutLua == nil)
  }

  /// Runs the value function of a candidate; `nil` where Lua has to.
  mutating func payload(of candidate: Int) -> RawAnswer? {
    guard let planned else { return nil }
    let entry = planned.with { $0.plan.value(of: candidate) }
    guard entry >= 0 else { return nil }
    switch planned.with({ $0.plan.result(from: entry, reader: &self) }) {
    case .undecided: return nil
    case .constant(let number): return payload(planned.with { $0.plan.constant(number) })
    case .value(let value): return payload(value)
    case .path(let path):
      let value = read(path)
      guard case .view = value else { return payload(value) }
      switch push(path) {
      case .view(let handle, _, _, _):
        return isLimited(path) ? nil : evaluation.payload(ofObject: handle)
      case .context: return evaluation.payload(ofObject: .context)
      case .value, nil: return nil
      }
    }
  }

  private func payload(_ value: NativeValue) -> RawAnswer? {
    guard value.byteCount <= evaluation.limits.valueBytes else { return nil }
    return value.luaValue.map { .lua($0) }
  }

  // MARK: In the way of Lua

  @inline(never)
  private mutating func readWhole(_ path: NativePaths.ID) -> NativeValue {
    guard let push = push(path) else { return .undecided }
    let value: NativeValue =
      switch push {
      case .value(let value): NativeValue(read: value)
      // Why a method is not called is for Lua to say.
      case .view(_, .function, _, _): .undecided
      case .view: .view
      // Whether it is equal to something else is Lua's business.
      case .context: path == .context || withoutLua != nil ? .view : .undecided
      }
    withoutLua?.note(value, at: path)
    return value
  }

  /// The object at a path; `nil` for what has no members.
  mutating func object(at path: NativePaths.ID) -> ObjectHandle? {
    switch push(path) {
    case .context: .context
    case .view(let handle, _, _, _): handle
    case .value, nil: nil
    }
  }

  private mutating func push(_ path: NativePaths.ID) -> LuaPush? {
    if path == .context { return .context }
    if let known = pushes[path.number] { return known }
    guard let entry = entry(of: path) else { return nil }
    let found: LuaPush? =
      switch push(entry.parent) {
      case nil: nil
      case .value(let outer): member(of: outer, at: path, entry)
      case .context:
        entry.length == 1 || withoutLua != nil ? member(entry.step, of: .context) : nil
      case .view(let handle, _, _, _): member(entry.step, of: handle)
      }
    if case .value(.bytes(let bytes)) = found, !evaluation.payForText(of: bytes) { return nil }
    let fitting = isLimited(path) && found?.hasParts == false ? nil : found?.withText
    pushes.updateValue(fitting, forKey: path.number)
    return fitting
  }

  private func entry(of path: NativePaths.ID) -> NativePaths.Entry? {
    withoutLua.map { $0.paths[path] } ?? planned?.with { $0.plan.entry(of: path) }
  }

  private func member(_ step: NativePaths.Step, of handle: ObjectHandle) -> LuaPush? {
    guard withoutLua != nil else { return evaluation.readNatively(step, of: handle) }
    return orNote { () throws(RuleError) in try evaluation.readWithoutLua(step, of: handle) }
  }

  /// What a step from a scalar gives.
  private func member(
    of outer: LuaValue, at path: NativePaths.ID, _ entry: NativePaths.Entry
  ) -> LuaPush? {
    if entry.isLenient { return .value(.nil) }
    withoutLua?.noteMember(at: path, of: outer)
    return nil
  }

  /// Runs a body; notes its error where Lua is not called.
  private func orNote<Result>(_ body: () throws(RuleError) -> Result) -> Result? {
    do {
      return try body()
    } catch {
      withoutLua?.note(error)
      return nil
    }
  }
}

extension LuaPush {
  /// The same with bytes as text, if they are; so they are looked through once.
  fileprivate var withText: LuaPush {
    guard case .value(.bytes(let bytes)) = self, let text = String(luaText: bytes) else {
      return self
    }
    return .value(.string(text))
  }

  /// Whether it is something of which parts can be read, or nothing.
  fileprivate var hasParts: Bool {
    switch self {
    case .value(.nil): true
    case .view(_, let shape, _, _): shape.showsMembers
    case .value, .context: false
    }
  }
}

extension Evaluation {
  /// Whether what is set may be read where it lies.
  var readsInPlace: Bool { question.value.readsInPlace }

  /// Reads what is set where it lies.
  var contextReader: ContextReader {
    ContextReader(question.value.entries, isWhole: question.value.areNumbered)
  }

  /// Reads a path without a view of what it goes through.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - planned: The plan whose path it is.
  ///   - isFirst: Whether nothing was read for the key before.
  /// - Returns: Undecided for what has to be read in another way.
  @inline(__always)
  func valueInPlace(
    at path: NativePaths.ID, of planned: CompiledKey, isFirst: Bool
  ) -> NativeValue {
    let place = planned.place(of: path)
    if place.key == 0 { return .undecided }
    if isTracking { track(KeyID(number: place.key), nil) }
    var isHost = false
    let value = contextReader.value(at: place, of: planned, isAlone: cores.count == 1) {
      isHost = true
      return scalar(of: $0, setFor: place.key)
    }
    if isFirst { planned.noteBeginning(withHost: isHost) }
    return value ?? (place.depth == 0 ? scalar(of: place.key) : .undecided)
  }

  /// Reads a member that code of the host's computes, once in an evaluation.
  @inline(never)
  private func scalar(
    of computed: ContextReader.ComputedMember, setFor key: UInt32
  ) -> NativeValue {
    // What an object is read of is noted in the ordinary way.
    if isTracking { return .undecided }
    let place = SharedReads.Place(
      origin: SharedReads.origin(of: KeyID(number: key), link: currentLink),
      step: .position(computed.position))
    if case .value(let known)? = question.value.shared[place] { return NativeValue(stored: known) }
    // What it asks may go on like this without an end.
    if ThreadStack.isShort { return .undecided }
    guard let scalar = computed.value() else { return .undecided }
    // It may have been read meanwhile, by what it asked.
    if case .value(let known)? = question.value.shared[place] { return NativeValue(stored: known) }
    question.value.shared.note(.value(scalar), at: place)
    return NativeValue(stored: scalar)
  }

  /// Computes a key that is not set; undecided for what is no scalar, and for an error.
  @inline(never)
  private func scalar(of key: UInt32) -> NativeValue {
    if ThreadStack.isShort { return .undecided }
    isReadingNatively = true
    defer { isReadingNatively = false }
    guard let answer = try? answer(KeyID(number: key)), case .lua(let value) = answer.payload
    else { return .undecided }
    switch value {
    case .boolean, .integer, .number, .string: return NativeValue(stored: value)
    case .nil, .null, .bytes, .table, .object, .function: return .undecided
    }
  }

  /// Reads a key, or a member, as Lua code does; `nil` where that raises an error.
  func readNatively(_ step: NativePaths.Step, of handle: ObjectHandle) -> LuaPush? {
    if ThreadStack.isShort, let key = chain.last {
      // Lua would find out further in, where there is no room to say it well.
      let error = RuleError(LuaFailure(.depth), in: failureContext)
      failure = ReadFailure(key: key, depth: chain.count, error: error, isFinal: true)
      return nil
    }
    isReadingNatively = true
    defer { isReadingNatively = false }
    let push = try? seenMember(step.key, of: handle)
    // Lua makes one view of a key for each source: those without a number are Lua's.
    if case .view = push, handle == .context, case .name(let name) = step,
      KeyID(asked: name.string).number == 0
    {
      return nil
    }
    return push
  }

  /// Reads a key, or a member, for a source for which Lua is not called.
  func readWithoutLua(
    _ step: NativePaths.Step, of handle: ObjectHandle
  ) throws(RuleError) -> LuaPush {
    if ThreadStack.isShort { throw RuleError(LuaFailure(.depth), in: failureContext) }
    return try seenMember(step.key, of: handle)
  }
}

extension NativePaths.Step {
  /// The step as Lua code names it.
  fileprivate var key: LuaValue {
    switch self {
    case .index(let index): .integer(index)
    case .name(let name): .string(name.string)
    }
  }
}
