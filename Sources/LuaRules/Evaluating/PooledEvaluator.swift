import LuaBridge

/// What one evaluation needs of one model, on one thread: a Lua state, and what was
/// found out about keys.
///
/// INVARIANT: used by one evaluation at a time, which keeps the model alive: through
/// the context that is asked, or through the snapshot of a live model. An idle
/// workplace belongs to the model's own pool.
final class PooledEvaluator {
  private let model: UnretainedReference<ModelCore>
  private let content: UncheckedCell<Content>

  private struct Content {
    var state: LuaState?
    /// The same, for who does not keep it.
    var unretainedState: UnretainedReference<LuaState>?
    /// By the number of the key.
    let known = OwnedObjects<KeyEntry>()
    /// Keys of the model that have no number.
    var unnumbered: [ByteName: KeyEntry] = [:]
    /// What stands for all other keys without a number.
    var unknown: KeyEntry?
    /// The evaluation that begins here, used again and again.
    var evaluation: Evaluation?
    /// The same, for who does not keep it.
    var unretainedEvaluation: UnretainedReference<Evaluation>?
  }

  init(_ core: ModelCore, state: LuaState? = nil) {
    model = UnretainedReference(core)
    content = UncheckedCell(Content())
    content.value.state = state
    content.value.unretainedState = state.map { UnretainedReference($0) }
  }

  var core: ModelCore { model.object }

  /// The evaluation that begins here, which the workplace keeps.
  var evaluation: UnretainedReference<Evaluation> {
    if let evaluation = content.value.unretainedEvaluation { return evaluation }
    let made = Evaluation(at: self)
    content.value.evaluation = made
    content.value.unretainedEvaluation = UnretainedReference(made)
    return UnretainedReference(made)
  }

  /// The Lua state, made when it is needed first.
  ///
  /// - Returns: The state, which the workplace keeps.
  func luaState() throws(RuleError) -> UnretainedReference<LuaState> {
    if let state = content.value.unretainedState { return state }
    let made = try core.freshState()
    keep(made)
    return UnretainedReference(made)
  }

  /// Takes the state out; what an evaluation has left in it stays behind.
  func takeState() -> LuaState? {
    let state = content.value.state.take()
    content.value.unretainedState = nil
    // The views in it are known by handles of the evaluation here.
    state?.endEvaluation()
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
    _ knowledge: UnretainedReference<KeyEntry>, in evaluation: Evaluation
  ) -> UnretainedReference<CompiledKey>? {
    knowledge.with { knowledge in
      model.with { knowledge.planned(in: $0) { makePlan(of: knowledge.key, in: evaluation) } }
    }
  }

  /// Makes a plan, on nobody's budget.
  private func makePlan(of key: KeyID, in evaluation: Evaluation) -> CompiledKey? {
    evaluation.budget.pausingClock {
      core.compiledKey(key) { (try? luaState())?.object }
    }
  }

  /// Takes a state of the same files, in place of its own.
  func keep(_ state: LuaState) {
    content.value.state = state
    content.value.unretainedState = UnretainedReference(state)
  }

  /// What the model has to say about a key.
  ///
  /// The workplace keeps it. All keys that have no number and that the model does not know share one.
  @inline(__always)
  func knowledge(of key: KeyID) -> UnretainedReference<KeyEntry> {
    if key.number != 0, let known = content.value.known[Int(key.number)] { return known }
    return newKnowledge(of: key)
  }

  @inline(never)
  private func newKnowledge(of key: KeyID) -> UnretainedReference<KeyEntry> {
    if key.number == 0, let known = content.value.unnumbered[key.name] {
      return UnretainedReference(known)
    }
    let made = KeyEntry(key, in: core)
    if key.number != 0 {
      content.value.known.put(made, at: Int(key.number))
    } else if made.isOfModel {
      content.value.unnumbered[key.name] = made
    } else if let unknown = content.value.unknown {
      return UnretainedReference(unknown)
    } else {
      content.value.unknown = made
    }
    return UnretainedReference(made)
  }
}
