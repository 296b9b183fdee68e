import LuaBridge

/// What one evaluation needs of one model, on one thread: a Lua state and cached entries for keys.
///
/// INVARIANT: used by one evaluation at a time. That evaluation keeps the model alive, through its
/// context or through the snapshot of a live model. An idle evaluator belongs to the model's pool.
final class PooledEvaluator {
  private let model: UnretainedReference<ModelCore>
  private let content: UncheckedCell<Content>

  private struct Content {
    var state: LuaState?
    /// The same state, unretained, for callers that do not keep it.
    var unretainedState: UnretainedReference<LuaState>?
    /// The entries of numbered keys, by number.
    let known = OwnedObjects<KeyEntry>()
    /// The entries of keys of the model without a number.
    var unnumbered: [ByteName: KeyEntry] = [:]
    /// One shared entry for all other keys without a number.
    var unknown: KeyEntry?
    /// The evaluation for the model alone, reused for each question.
    var evaluation: Evaluation?
    /// The same evaluation, unretained, for callers that do not keep it.
    var unretainedEvaluation: UnretainedReference<Evaluation>?
    /// The last evaluation for the model and those that are asked after it, with the numbers of all.
    ///
    /// It does not keep the other models alive: it is used only for models with the same numbers.
    var chainEvaluation: (numbers: [UInt64], evaluation: Evaluation)?
  }

  init(_ core: ModelCore, state: LuaState? = nil) {
    model = UnretainedReference(core)
    content = UncheckedCell(Content())
    content.value.state = state
    content.value.unretainedState = state.map { UnretainedReference($0) }
  }

  var core: ModelCore { model.object }

  /// Returns the evaluation for some models, of which this evaluator's is the first; the evaluator keeps it
  /// alive.
  @inline(__always)
  func evaluation(of cores: CoreList) -> UnretainedReference<Evaluation> {
    if cores.count > 1 { return chainEvaluation(of: cores) }
    if let evaluation = content.value.unretainedEvaluation { return evaluation }
    let made = Evaluation(cores)
    content.value.evaluation = made
    content.value.unretainedEvaluation = UnretainedReference(made)
    return UnretainedReference(made)
  }

  @inline(never)
  private func chainEvaluation(of cores: CoreList) -> UnretainedReference<Evaluation> {
    if let known = content.value.chainEvaluation, known.numbers.count == cores.count,
      (0..<cores.count).allSatisfy({ modelIndex in
        known.numbers[modelIndex] == cores[modelIndex].with { $0.number }
      }
      )
    {
      return UnretainedReference(known.evaluation)
    }
    let made = Evaluation(cores)
    content.value.chainEvaluation = (cores.numbers, made)
    return UnretainedReference(made)
  }

  /// Returns the Lua state; makes it at the first request.
  ///
  /// - Parameter limit: The longest wait for a state in place of one that was thrown away; `nil` for no
  ///   limit.
  /// - Returns: The state; the evaluator keeps it alive.
  /// - Throws: ``RuleError`` if there is no state within the limit, or if a file fails.
  func luaState(within limit: Duration? = nil) throws(RuleError) -> UnretainedReference<LuaState> {
    if let state = content.value.unretainedState { return state }
    let made = try core.freshState(within: limit)
    keep(made)
    return UnretainedReference(made)
  }

  /// The Lua state, if there is one.
  var idleState: LuaState? { content.value.state }

  /// Takes the state out, after it has forgotten the last evaluation.
  func takeState() -> LuaState? {
    let state = content.value.state.take()
    content.value.unretainedState = nil
    // Views in the state have handles that are valid only in this evaluator's evaluation.
    state?.endEvaluation()
    return state
  }

  /// Closes the state; returns the number of bytes that it held.
  @discardableResult
  func dropState() -> Int {
    guard let state = takeState() else { return 0 }
    return state.memoryUsed
  }

  /// The program for a key's candidates; `nil` if they are tried one after the other in Lua.
  @inline(__always)
  func program(
    _ keyEntry: UnretainedReference<KeyEntry>, in evaluation: Evaluation
  ) -> UnretainedReference<KeyProgram>? {
    keyEntry.with { keyEntry in
      model.with { keyEntry.program(in: $0) { makeProgram(of: keyEntry.key, in: evaluation) } }
    }
  }

  /// Makes a program; its time is not charged to the evaluation.
  private func makeProgram(of key: KeyID, in evaluation: Evaluation) -> KeyProgram? {
    evaluation.budget.pausingClock {
      core.program(key) { (try? luaState(within: evaluation.limits.time))?.object }
    }
  }

  /// Stores a state of the same files as the evaluator's state.
  func keep(_ state: LuaState) {
    content.value.state = state
    content.value.unretainedState = UnretainedReference(state)
  }

  /// Returns the entry of a key; the evaluator keeps it alive.
  ///
  /// All keys without a number that the model does not know share one entry.
  @inline(__always)
  func keyEntry(of key: KeyID) -> UnretainedReference<KeyEntry> {
    if key.number != 0, let known = content.value.known[Int(key.number)] { return known }
    return newKeyEntry(of: key)
  }

  @inline(never)
  private func newKeyEntry(of key: KeyID) -> UnretainedReference<KeyEntry> {
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
