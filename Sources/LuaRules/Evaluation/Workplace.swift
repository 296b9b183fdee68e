import LuaBridge

/// What one access needs of one model, on one thread: a Lua state, and what was
/// found out about keys.
///
/// INVARIANT: used by one access at a time, which keeps the model alive: through
/// the context that is asked, or through the snapshot of a live model. An idle
/// workplace belongs to the model's own pool.
final class Workplace {
  private let model: Uncounted<ModelCore>
  private var state: LuaState?
  /// By the number of the key.
  private var known: [KeyKnowledge?] = []
  /// The access that begins here, used again and again.
  private(set) lazy var access = Access(at: self)

  init(_ core: ModelCore, state: LuaState? = nil) {
    model = Uncounted(core)
    self.state = state
  }

  var core: ModelCore { model.object }

  /// The Lua state, made when it is needed first.
  func luaState() throws(RuleError) -> LuaState {
    if let state { return state }
    let made = try ModelLoader.join(core)
    state = made
    return made
  }

  /// Throws the state away, whose budget ran out.
  func dropState() {
    state = nil
  }

  /// What the model has to say about a key.
  func knowledge(of key: KeyID) -> KeyKnowledge {
    let number = Int(key.number)
    if number > 0, number < known.count, let found = known[number] { return found }
    let made = KeyKnowledge(key, in: core)
    if number > 0 {
      if number >= known.count {
        known += Array(repeating: nil, count: number + 1 - known.count)
      }
      known[number] = made
    }
    return made
  }
}
