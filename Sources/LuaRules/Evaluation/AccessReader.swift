import LuaBridge

/// Reads the context for native code, in an access.
///
/// INVARIANT: used while the access tries the candidates of one key, and no longer.
struct AccessReader: NativeReader {
  private let owner: Uncounted<Access>
  private let plannedKey: Uncounted<PlannedKey>
  /// Whether what is set may be read without a look at other names, paths and secrets.
  private let isPlain: Bool
  /// What was read in other ways than the shortest, by path.
  private var pushes: [Int32: LuaPush?] = [:]

  private var access: Access { owner.object }
  private var plan: NativePlan { plannedKey.object.plan }

  init(_ access: Access, _ planned: PlannedKey) {
    owner = Uncounted(access)
    plannedKey = Uncounted(planned)
    isPlain = access.readsPlainly
  }

  @inline(__always)
  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    if isPlain {
      let value = plannedKey.with { access.plainValue(at: path, of: $0) }
      if let value, !value.isOdd { return value }
    }
    return readWhole(path)
  }

  mutating func count(of path: NativePaths.ID) -> Int64? {
    guard case .view(let handle, let shape, _, _) = push(path), shape.showsMembers,
      !plan.isLimited(path)
    else { return nil }
    return (try? access.count(of: handle)).map { Int64($0) }
  }

  @inline(__always)
  mutating func spend(steps: Int, work: Int) -> Bool {
    access.spendNatively(steps: steps, work: work)
  }

  mutating func spend(calculating work: Int) -> Bool {
    access.mayCalculate(work) && access.spendNatively(steps: 0, work: work)
  }

  /// Runs a value function; `nil` where Lua has to.
  mutating func payload(from entry: Int32) -> Payload? {
    switch plan.result(from: entry, reader: &self) {
    case .odd: return nil
    case .constant(let number): return payload(plan.constant(number))
    case .value(let value): return payload(value)
    case .path(let path):
      let value = read(path)
      if case .view = value {
        switch push(path) {
        case .view(let handle, _, _, _):
          return plan.isLimited(path) ? nil : access.payload(ofObject: handle)
        case .context: return access.payload(ofObject: .context)
        case .value, nil: return nil
        }
      }
      return payload(value)
    }
  }

  private func payload(_ value: NativeValue) -> Payload? {
    guard value.byteCount <= access.limits.valueBytes else { return nil }
    return value.luaValue.map { .lua($0) }
  }

  // MARK: In the way of Lua

  @inline(never)
  private mutating func readWhole(_ path: NativePaths.ID) -> NativeValue {
    switch push(path) {
    case .value(let value): NativeValue(read: value)
    // Why a method is not called is for Lua to say.
    case .view(_, .function, _, _): .odd
    case .view: .view
    // Whether it is equal to something else is Lua's business.
    case .context: path == .context ? .view : .odd
    case nil: .odd
    }
  }

  private mutating func push(_ path: NativePaths.ID) -> LuaPush? {
    if path == .context { return .context }
    if let known = pushes[path.number] { return known }
    let entry = plan.entry(of: path)
    let found: LuaPush? =
      switch push(entry.parent) {
      case nil: nil
      case .value: entry.isLenient ? .value(.nil) : nil
      case .context: entry.length == 1 ? access.readNatively(entry.step, of: .context) : nil
      case .view(let handle, _, _, _): access.readNatively(entry.step, of: handle)
      }
    if case .value(.bytes(let bytes)) = found, !access.payForText(of: bytes) { return nil }
    let fitting = plan.isLimited(path) && found?.hasParts == false ? nil : found?.withText
    pushes.updateValue(fitting, forKey: path.number)
    return fitting
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

extension Access {
  /// Whether what is set may be read without a look at other names, paths and secrets.
  var readsPlainly: Bool {
    !mayHaveSecrets && !hasPathKeys && !hasAliases && witness == nil
  }

  /// Reads what is set, or a scalar that is stored in it; see ``ContextReader``.
  @inline(__always)
  func plainValue(at path: NativePaths.ID, of planned: PlannedKey) -> NativeValue? {
    let place = planned.place(of: path)
    if place.key == 0 { return .odd }
    if isTracking { track(KeyID(number: place.key), nil) }
    return ContextReader(values.read, isWhole: values.areNumbered)
      .value(at: place, of: planned, isAlone: cores.count == 1)
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
    switch step {
    case .index(let index): return try? seenMember(.integer(index), of: handle)
    case .name(let name):
      let push = try? seenMember(.string(name.string), of: handle)
      if case .view = push, handle == .context, key(asked: name.string).number == 0 { return nil }
      return push
    }
  }
}
