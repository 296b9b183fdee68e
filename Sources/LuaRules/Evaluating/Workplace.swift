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
    var state: LuaState?
    /// The same, for who does not keep it.
    var uncountedState: Uncounted<LuaState>?
    /// By the number of the key.
    let known = OwnedObjects<KeyKnowledge>()
    /// Keys of the model that have no number.
    var unnumbered: [ByteName: KeyKnowledge] = [:]
    /// What stands for all other keys without a number.
    var unknown: KeyKnowledge?
    /// The access that begins here, used again and again.
    var access: Access?
    /// The same, for who does not keep it.
    var uncountedAccess: Uncounted<Access>?
  }

  init(_ core: ModelCore, state: LuaState? = nil) {
    model = Uncounted(core)
    content = ThreadCell(Content())
    content.value.state = state
    content.value.uncountedState = state.map { Uncounted($0) }
  }

  var core: ModelCore { model.object }

  /// The access that begins here, which the workplace keeps.
  var access: Uncounted<Access> {
    if let access = content.value.uncountedAccess { return access }
    let made = Access(at: self)
    content.value.access = made
    content.value.uncountedAccess = Uncounted(made)
    return Uncounted(made)
  }

  /// The Lua state, made when it is needed first.
  ///
  /// - Returns: The state, which the workplace keeps.
  func luaState() throws(RuleError) -> Uncounted<LuaState> {
    if let state = content.value.uncountedState { return state }
    let made = try core.freshState()
    keep(made)
    return Uncounted(made)
  }

  /// Takes the state out; what an access has left in it stays behind.
  func takeState() -> LuaState? {
    let state = content.value.state.take()
    content.value.uncountedState = nil
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
  func planned(
    _ knowledge: Uncounted<KeyKnowledge>, in access: Access
  ) -> Uncounted<PlannedKey>? {
    knowledge.with { knowledge in
      model.with { knowledge.planned(in: $0) { makePlan(of: knowledge.key, in: access) } }
    }
  }

  /// Makes a plan, on nobody's budget.
  private func makePlan(of key: KeyID, in access: Access) -> PlannedKey? {
    access.budget.pausingClock {
      core.plannedKey(key) { (try? luaState())?.object }
    }
  }

  /// Takes a state of the same files, in place of its own.
  func keep(_ state: LuaState) {
    content.value.state = state
    content.value.uncountedState = Uncounted(state)
  }

  /// What the model has to say about a key.
  ///
  /// The workplace keeps it. All keys that have no number and that the model does not know share one.
  @inline(__always)
  func knowledge(of key: KeyID) -> Uncounted<KeyKnowledge> {
    if key.number != 0, let known = content.value.known[Int(key.number)] { return known }
    return newKnowledge(of: key)
  }

  @inline(never)
  private func newKnowledge(of key: KeyID) -> Uncounted<KeyKnowledge> {
    if key.number == 0, let known = content.value.unnumbered[key.name] { return Uncounted(known) }
    let made = KeyKnowledge(key, in: core)
    if key.number != 0 {
      content.value.known.put(made, at: Int(key.number))
    } else if made.isOfModel {
      content.value.unnumbered[key.name] = made
    } else if let unknown = content.value.unknown {
      return Uncounted(unknown)
    } else {
      content.value.unknown = made
    }
    return Uncounted(made)
  }
}
