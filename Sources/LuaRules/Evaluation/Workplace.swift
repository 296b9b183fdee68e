import LuaBridge

/// What one access needs of one model, on one thread: a Lua state, and what was
/// found out about keys.
///
/// INVARIANT: used by one access at a time, which keeps the model alive: through
/// the context that is asked, or through the snapshot of a live model. An idle
/// workplace belongs to the model's own pool.
final class Workplace {
  private let model: Uncounted<ModelCore>
  private let content: ThreadCell<Content>

  private struct Content {
    var state: LuaState? {
      didSet { uncountedState = state.map { Uncounted($0) } }
    }
    /// The same, where it need not be counted.
    private(set) var uncountedState: Uncounted<LuaState>?
    /// Numbers of names, so that a name is looked up here and not where all threads look.
    var numbers: [ByteName: UInt32] = [:]
    /// By the number of the key.
    let known = OwnedObjects<KeyKnowledge>()
    /// The access that begins here, used again and again.
    var access: Access?
    /// Reads of the host's objects for questions without an access.
    var reads: HostReads?
  }

  init(_ core: ModelCore, state: LuaState? = nil) {
    model = Uncounted(core)
    content = ThreadCell(Content())
    content.value.state = state
  }

  var core: ModelCore { model.object }

  /// The access that begins here.
  var access: Access {
    if let access = content.value.access { return access }
    let made = Access(at: self)
    content.value.access = made
    return made
  }

  /// Reads the host's objects for questions without an access.
  private var hostReads: HostReads {
    if let reads = content.value.reads { return reads }
    let made = HostReads(of: self)
    content.value.reads = made
    return made
  }

  /// The Lua state, made when it is needed first.
  func luaState() throws(RuleError) -> LuaState {
    if let state = content.value.state { return state }
    let made = try core.freshState()
    content.value.state = made
    return made
  }

  /// Takes the state out; what an access has left in it stays behind.
  func takeState() -> LuaState? {
    let state = content.value.state.take()
    // The views in it are known by handles of the access here.
    state?.endAccess()
    return state
  }

  /// Closes the state, and returns the bytes that it held.
  @discardableResult
  func dropState() -> Int {
    guard let state = takeState() else { return 0 }
    return state.memoryUsed
  }

  /// The plan of a key's candidates; `nil` when Lua tries them one after the other.
  @inline(__always)
  func planned(_ knowledge: KeyKnowledge, in access: Access) -> PlannedKey? {
    knowledge.planned(in: core) { makePlan(of: knowledge.key, in: access) }
  }

  /// Makes a plan, on nobody's budget.
  private func makePlan(of key: KeyID, in access: Access) -> PlannedKey? {
    access.budget.pausingClock {
      core.plannedKey(key) { try? luaState() }
    }
  }

  /// Takes a state of the same files, in place of its own.
  func keep(_ state: LuaState) {
    content.value.state = state
  }

  private static let mostNumbers = 1024

  /// Finds a name that is asked for; see ``KeyID/init(asked:)``.
  func key(asked name: String) -> KeyID {
    if let number = content.value.numbers[name] { return KeyID(number: number) }
    let key = KeyID(asked: name)
    if key.number != 0, content.value.numbers.count < Self.mostNumbers {
      content.value.numbers[name] = key.number
    }
    return key
  }

  /// Puts the answer for a key that is not set into a place, and gives the workplace back.
  ///
  /// An access finds it, unless Lua does in what is set, or code of the host's that computes members.
  /// The model is given by who keeps it: all threads would wait to retain it here.
  ///
  /// - Returns: What else the question came to; `nil` where there is an answer, or this was never asked.
  func fill(
    _ place: borrowing VacantPlace, withValueOf number: UInt32, of context: Borrowed<RuleContext>,
    in core: ModelCore
  ) -> LeftOutcome.Kind? {
    guard let knowledge = content.value.known[Int(number)] else {
      core.pool.giveBack(self)
      return nil
    }
    let host = hostReads
    host.begin(context, number)
    var isNobody = false
    let isUsable = knowledge.with {
      $0.fill(
        place, of: context, in: content.value.uncountedState, of: core,
        asking: Uncounted(host), &isNobody)
    }
    if !isUsable { core.dropState(of: self) }
    let isGoingOn = place.isVacant && !isNobody
    let begun = host.end(isGoingOn: isGoingOn)
    if isGoingOn {
      let access = begun ?? access.begin(context, computing: [], at: self)
      return access.fill(place, withValueOf: KeyID(number: number))
    }
    if let begun { begun.end() } else { core.pool.giveBack(self) }
    return isNobody ? .nothing : nil
  }

  /// What the model has to say about a key.
  func knowledge(of key: KeyID) -> KeyKnowledge {
    let number = Int(key.number)
    if number > 0, let found = content.value.known[number] { return found.object }
    let made = KeyKnowledge(key, in: core)
    if number > 0 { content.value.known.put(made, at: number) }
    return made
  }
}
