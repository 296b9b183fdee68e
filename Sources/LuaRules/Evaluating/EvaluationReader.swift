import LuaBridge

/// Reads the context for native code in an evaluation.
///
/// What native code cannot decide is `undecided`: Lua decides it. For a source that may
/// not run Lua it is an error.
///
/// INVARIANT: used only while the evaluation tries the candidates of one key.
struct EvaluationReader: NativeReader {
  private let owner: UnretainedReference<Evaluation>
  /// The program of the key; without a program, native code decides nothing.
  private let program: UnretainedReference<KeyProgram>?
  /// The reads so far, for the error of a function that may not run in Lua; `nil` if Lua may run.
  private let withoutLua: ReadsWithoutLua?
  /// Whether set values may be read directly from the entries.
  private let readsInPlace: Bool
  /// Whether something was read or counted already.
  private var hasRead = false
  /// The results of the slow path, by path.
  private var pushes: [Int32: LuaPush?] = [:]

  private var evaluation: Evaluation { owner.object }

  init(_ evaluation: Evaluation, _ program: UnretainedReference<KeyProgram>?) {
    owner = UnretainedReference(evaluation)
    self.program = program
    withoutLua = nil
    readsInPlace = evaluation.readsInPlace
  }

  /// Creates a reader for a function that may not run in Lua.
  init(_ evaluation: Evaluation, withoutLua paths: NativePaths) {
    owner = UnretainedReference(evaluation)
    program = nil
    withoutLua = ReadsWithoutLua(paths)
    readsInPlace = false
  }

  /// The error for native code that cannot go on and may not use Lua.
  var errorWithoutLua: RuleError {
    withoutLua?.error(in: evaluation) ?? evaluation.exhaustion
  }

  /// The verdict of native code on a candidate's predicate.
  mutating func holds(_ candidate: Int) -> NativeVerdict {
    guard let program else { return .undecided }
    return program.with { $0.holds(candidate, reader: &self) }
  }

  @inline(__always)
  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    if readsInPlace, let program {
      let value = owner.with { evaluation in
        program.with { evaluation.valueInPlace(at: path, of: $0, isFirst: !hasRead) }
      }
      hasRead = true
      if !value.isUndecided { return value }
    }
    return readWhole(path)
  }

  mutating func count(of path: NativePaths.ID) -> Int64? {
    hasRead = true
    if readsInPlace, let program {
      let count = program.with { evaluation.countInPlace(at: path, of: $0) }
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
    program?.with { $0.isLimited(path) } ?? (withoutLua == nil)
  }

  /// Runs the value function of a candidate; `nil` if Lua must run it.
  mutating func rawAnswer(of candidate: Int) -> RawAnswer? {
    guard let program else { return nil }
    let entry = program.with { $0.valueEntry(of: candidate) }
    guard entry >= 0 else { return nil }
    switch program.with({ $0.result(from: entry, reader: &self) }) {
    case .undecided: return nil
    case .constant(let number): return rawAnswer(program.with { $0.constant(number) })
    case .value(let value): return rawAnswer(value)
    case .path(let path):
      let value = read(path)
      guard case .view = value else { return rawAnswer(value) }
      switch push(path) {
      case .view(let handle, _, _, _):
        return isLimited(path) ? nil : evaluation.rawAnswer(ofObject: handle)
      case .context: return evaluation.rawAnswer(ofObject: .context)
      case .value, nil: return nil
      }
    }
  }

  private func rawAnswer(_ value: NativeValue) -> RawAnswer? {
    guard value.byteCount <= evaluation.limits.valueBytes else { return nil }
    return value.luaValue.map { .lua($0) }
  }

  // MARK: Reading as Lua code does

  @inline(never)
  private mutating func readWhole(_ path: NativePaths.ID) -> NativeValue {
    guard let push = push(path) else { return .undecided }
    let value: NativeValue =
      switch push {
      case .value(let value): NativeValue(read: value)
      // Lua raises the error for a method that is not called.
      case .view(_, .function, _, _): .undecided
      case .view: .view
      // Lua decides whether the context equals another value.
      case .context: path == .context || withoutLua != nil ? .view : .undecided
      }
    withoutLua?.note(value, at: path)
    return value
  }

  /// The object at a path; `nil` if the value has no members.
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
        entry.length == 1 || withoutLua != nil ? member(entry.step.key, of: .context) : nil
      case .view(let handle, let shape, _, _): member(entry.key(of: shape), of: handle)
      }
    if case .value(.bytes(let bytes)) = found, !evaluation.payForText(of: bytes) { return nil }
    let fitting = isLimited(path) && found?.hasParts == false ? nil : found?.withText
    pushes.updateValue(fitting, forKey: path.number)
    return fitting
  }

  private func entry(of path: NativePaths.ID) -> NativePaths.Entry? {
    withoutLua.map { $0.paths[path] } ?? program?.with { $0.entry(of: path) }
  }

  private func member(_ step: LuaValue, of handle: ObjectHandle) -> LuaPush? {
    guard withoutLua != nil else { return evaluation.readNatively(step, of: handle) }
    return orNote { () throws(RuleError) in try evaluation.readWithoutLua(step, of: handle) }
  }

  /// Reads a member of a scalar.
  private func member(
    of outer: LuaValue, at path: NativePaths.ID, _ entry: NativePaths.Entry
  ) -> LuaPush? {
    if entry.isLenient { return .value(.nil) }
    withoutLua?.noteMember(at: path, of: outer)
    return nil
  }

  /// Runs `body`; if it throws, notes the error for a function that may not run in Lua.
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
  /// The same push, with bytes that are UTF-8 as text, so that they are checked once.
  fileprivate var withText: LuaPush {
    guard case .value(.bytes(let bytes)) = self, let text = String(luaText: bytes) else {
      return self
    }
    return .value(.string(text))
  }

  /// Whether parts of the value can be read, or the value is `nil`.
  fileprivate var hasParts: Bool {
    switch self {
    case .value(.nil): true
    case .view(_, let shape, _, _): shape.showsMembers
    case .value, .context: false
    }
  }
}

extension Evaluation {
  /// Whether set values may be read directly from the entries.
  var readsInPlace: Bool { state.value.readsInPlace }

  /// A reader of the set values.
  var contextReader: ContextReader {
    ContextReader(state.value.entries, isWhole: state.value.areNumbered)
  }

  /// Fast path: reads a path without making views of the values on the way.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - program: The program to which the path belongs.
  ///   - isFirst: Whether this is the first read for the key.
  /// - Returns: The value; `undecided` if another way of reading is needed.
  @inline(__always)
  func valueInPlace(
    at path: NativePaths.ID, of program: KeyProgram, isFirst: Bool
  ) -> NativeValue {
    let place = program.place(of: path)
    if place.key == 0 || place.isSecret { return .undecided }
    if state.value.withheld?.contains(place.key) == true { return .undecided }
    // A stored member of a set value cannot change, whatever the type of the value.
    if isTracking { track(KeyID(number: place.key), nil) }
    var isHost = false
    let value = contextReader.value(at: place, of: program, isAlone: cores.count == 1) {
      isHost = true
      return scalar(of: $0, setFor: place.key)
    }
    if isFirst { program.noteBeginning(withHost: isHost) }
    return value ?? (place.depth == 0 ? scalar(of: place.key) : .undecided)
  }

  /// Fast path: returns the length of the value at a path; `nil` if another way of reading is needed.
  func countInPlace(at path: NativePaths.ID, of program: KeyProgram) -> Int64? {
    let place = program.place(of: path)
    if state.value.withheld?.contains(place.key) == true { return nil }
    return contextReader.count(at: place, of: program)
  }

  /// Reads a member that host code computes; computes it once in an evaluation.
  @inline(never)
  private func scalar(
    of computed: ContextReader.ComputedMember, setFor key: UInt32
  ) -> NativeValue {
    // The slow path notes the read.
    if isTracking { return .undecided }
    let place = SharedReads.Place(
      origin: SharedReads.origin(of: KeyID(number: key), modelIndex: currentModelIndex),
      step: .position(computed.position))
    if case .value(let known)? = state.value.shared[place] { return NativeValue(stored: known) }
    // Host code may read further computed members, and so recurse without end.
    if ThreadStack.isShort { return .undecided }
    guard let scalar = computed.value() else { return .undecided }
    // The host code may itself have read the member meanwhile.
    if case .value(let known)? = state.value.shared[place] { return NativeValue(stored: known) }
    state.value.shared.note(.value(scalar), at: place)
    return NativeValue(stored: scalar)
  }

  /// Computes a key that is not set; `undecided` if the value is no scalar, or on an error.
  @inline(never)
  private func scalar(of key: UInt32) -> NativeValue {
    if ThreadStack.isShort { return .undecided }
    isReadingNatively = true
    defer { isReadingNatively = false }
    guard let answer = try? answer(KeyID(number: key)), case .lua(let value) = answer.rawAnswer
    else { return .undecided }
    switch value {
    case .boolean, .integer, .number, .string: return NativeValue(stored: value)
    case .nil, .null, .bytes, .table, .object, .function: return .undecided
    }
  }

  /// Reads a key or a member as Lua code does; `nil` if that read raises an error.
  func readNatively(_ step: LuaValue, of handle: ObjectHandle) -> LuaPush? {
    if ThreadStack.isShort, let key = chain.last {
      // Raise the error here: deeper in Lua the stack has no room for a good message.
      let error = RuleError(LuaFailure(.depth), in: failureContext)
      failure = ReadFailure(key: key, depth: chain.count, error: error, isFinal: true)
      return nil
    }
    isReadingNatively = true
    defer { isReadingNatively = false }
    let push = try? tracedMember(step, of: handle)
    // Lua makes one view of an unnumbered key for each source, so leave these keys to Lua.
    if case .view = push, handle == .context, case .string(let name) = step,
      KeyID(asked: name).number == 0
    {
      return nil
    }
    return push
  }

  /// Reads a key or a member for a source that may not run Lua.
  func readWithoutLua(
    _ step: LuaValue, of handle: ObjectHandle
  ) throws(RuleError) -> LuaPush {
    if ThreadStack.isShort { throw RuleError(LuaFailure(.depth), in: failureContext) }
    return try tracedMember(step, of: handle)
  }
}
