import LuaBridge

/// One question from outside, with everything that it causes.
///
/// An evaluation has one budget, one chain of keys and one memo, for all rules, host functions and
/// Lua states that take part. It runs on one thread.
///
/// The evaluations of a pooled evaluator are reused for the next question; one inside another evaluation,
/// or for many models, is not.
final class Evaluation {
  /// The models that answer: one generation of each, from beginning to end.
  ///
  /// Unretained: the evaluation of a pooled evaluator belongs to the model, like that evaluator,
  /// and the caller keeps the model alive.
  let cores: [UnretainedReference<ModelCore>]
  /// The same models, by link of the context's model; `nil` in an
  /// evaluation of a pooled evaluator, where each link has one model.
  let held: [[ModelCore]]?

  /// The Swift values of which Lua holds views.
  let views = ViewTable()
  /// The state of the evaluation.
  ///
  /// Only extensions of this type use it; other code uses the properties below.
  let state: UncheckedCell<EvaluationState>
  /// Whether some assigned or declared key is a path, so that views must know the path at which they were read.
  let hasPathKeys: Bool
  /// Whether several readers, native code and Lua or several sources, must see the same values.
  private let hasSeveralReaders: Bool
  let hasDeclaredSecrets: Bool
  /// The keys that the models withhold from direct reads; `nil` if there are none.
  let withheldByModels: WithheldKeys?
  /// Those of them that had no number when their model was loaded.
  let unnumberedWithheld: [String]
  let ownBudget: LuaBudget
  let ownLimits: Budget
  let allowance: LuaBudget.Allowance

  /// Creates an evaluation of a pooled evaluator, which is reused for each question to the models.
  convenience init(_ cores: CoreList) {
    self.init((0..<cores.count).map { cores[$0].object }, holding: nil)
  }

  /// Creates the evaluation for a question inside another evaluation, or for many models.
  convenience init(_ taken: [[ModelCore]]) {
    self.init(taken.flatMap(\.self), holding: taken)
  }

  private init(_ links: [ModelCore], holding held: [[ModelCore]]?) {
    self.held = held
    cores = links.map { UnretainedReference($0) }
    hasPathKeys = links.contains { !$0.prefixes.isEmpty }
    hasSeveralReaders = links.contains { $0.isPlanned || !$0.grantedSources.isEmpty }
    hasDeclaredSecrets = links.contains(where: \.hasSecrets)
    let withheld = links.compactMap(\.withheldKeys)
    withheldByModels =
      withheld.count > 1 ? WithheldKeys(withheld.flatMap(\.all)) : withheld.first
    unnumberedWithheld = links.flatMap(\.unnumberedWithheld)
    let limits = links.first?.budget ?? Budget()
    ownLimits = limits
    allowance = limits.allowance
    ownBudget = LuaBudget(allowance)
    state = UncheckedCell(
      EvaluationState(limits: limits, borrowed: BorrowedEvaluators(count: links.count)))
  }

  /// The keys that are being computed, outermost first.
  var chain: KeyChain {
    @inline(__always) _read { yield state.value.chain }
    @inline(__always) _modify { yield &state.value.chain }
  }

  /// Whether some key may be secret or have secret members.
  var mayHaveSecrets: Bool { state.value.mayHaveSecrets }

  /// The secret texts that rules have read.
  var secrets: SecretTexts {
    @inline(__always) _read { yield state.value.secrets }
    @inline(__always) _modify { yield &state.value.secrets }
  }

  /// Records the evaluation, to explain it; `nil` if nobody observes.
  var recorder: EvaluationRecorder? {
    get { state.value.recorder }
    set {
      state.value.recorder = newValue
      findReading()
    }
  }

  /// Whether each changeable value is read once and the result is shared by all readers.
  var sharesReads: Bool { hasSeveralReaders || recorder != nil }

  /// The results of reads of host values that may change between two reads.
  var shared: SharedReads {
    @inline(__always) _read { yield state.value.shared }
    @inline(__always) _modify { yield &state.value.shared }
  }

  /// The error of a key that native code has read, kept until Lua reads the same key.
  var failure: ReadFailure? {
    @inline(__always) _read { yield state.value.failure }
    @inline(__always) _modify { yield &state.value.failure }
  }

  /// Whether native code is reading, not other code that its read runs.
  var isReadingNatively: Bool {
    get { state.value.isReadingNatively }
    set { state.value.isReadingNatively = newValue }
  }

  /// The remaining budget.
  var budget: LuaBudget {
    // `hasOtherLimits` is one flag; `outerBudget` is looked at only if it is set.
    state.value.hasOtherLimits ? state.value.outerBudget ?? ownBudget : ownBudget
  }

  /// Whether errors list the calls that led to them.
  var wantsTraceback: Bool { state.value.asked?.value.wantsTraceback ?? false }

  /// The number of the model whose code is running.
  var currentModelIndex: Int {
    get { state.value.currentModelIndex }
    set { state.value.currentModelIndex = newValue }
  }

  /// The number of the source of the running rule, if its grant limits it; 0 for any other
  /// source and for host code.
  var grantID: Int {
    get { state.value.grantID }
    set { state.value.grantID = newValue }
  }

  /// The source of the running model with this grant ID.
  func grantedSource(_ grantID: Int) -> GrantedSource? {
    let sources = cores[currentModelIndex].object.grantedSources
    return grantID <= sources.count ? sources[grantID - 1] : nil
  }

  // MARK: The context

  /// The context of this evaluation.
  ///
  /// It has no accessor probe: an error that a host function meets is thrown to that function, or,
  /// from an accessor, reported to `onError`; the caller's probe does not keep it.
  var context: RuleContext {
    guard let asked = state.value.asked else { return RuleContext(.empty) }
    var context = asked.value
    context.probe = nil
    return context
  }

  /// The values that are set on the context.
  var values: ContextValues { state.value.asked?.value.values ?? ContextValues() }

  /// The set value of a key that is no alias; `nil` if the key is not set.
  func set(for key: KeyID) -> SetValue? {
    guard let asked = state.value.asked else { return nil }
    if state.value.areNumbered, key.number != 0,
      state.value.entries.value(of: key.number) == nil
    {
      return nil
    }
    return asked.value.values[key]
  }

  // MARK: The models

  /// The models that answer.
  var links: [ModelCore] { cores.map(\.object) }

  /// Makes the programs of a key in several models after the answer, so that the fast path can ask all of
  /// them.
  ///
  /// One model makes its program when it is asked. No state is made for a program: it would be waited for.
  func publishPrograms(of key: KeyID) {
    guard cores.count > 1 else { return }
    for (modelIndex, core) in cores.enumerated()
    where core.with({ $0.quickKeys[Int(key.number)] }) == nil {
      let keyEntry = keyEntry(of: key, in: modelIndex)
      if keyEntry.with({ $0.isAssigned }) {
        let place = place(of: modelIndex)
        budget.pausingClock {
          core.with { _ = $0.program(key) { place.with { $0.idleState } } }
        }
      } else {
        core.with { _ = $0.publishOpenKey(key.number) }
      }
    }
  }

  /// The numbers of the models.
  var modelIndices: Range<Int> { cores.indices }

  // MARK: Limits

  /// The budget of the question from outside, the same for all models.
  var limits: Budget { state.value.limits }

  /// Whether a function of the running model may have failures or be suspended.
  func mayBeSuspended(_ function: Int) -> Bool {
    cores[currentModelIndex].object.suspensions.mayConcern(function)
  }

  var depthLimit: Int { state.value.limits.depth }

  /// The number of keys that are being computed, in outer evaluations too.
  var depth: Int {
    state.value.hasOtherLimits ? chain.count + (state.value.outer?.depth ?? 0) : chain.count
  }

  /// The context in which a failure of the running model is described.
  var failureContext: RuleError.FailureContext {
    var context = cores[currentModelIndex].object.failureContext
    let memory = memoryLimit(of: currentModelIndex)
    context.budget = limits
    context.budget.memory = memory
    return context
  }

  /// The bytes that a model's state may hold: its own limit, or the context's if that is lower.
  func memoryLimit(of modelIndex: Int) -> Int {
    min(cores[modelIndex].object.budget.memory, state.value.limits.memory)
  }

  // MARK: What is borrowed

  /// The pooled evaluator of a model, borrowed until the evaluation ends.
  ///
  /// INVARIANT: the evaluation keeps the evaluator alive until its end.
  @inline(__always)
  func place(of modelIndex: Int) -> UnretainedReference<PooledEvaluator> {
    if modelIndex == 0, let place = state.value.borrowed.firstPlace { return place }
    return borrowedPlace(of: modelIndex)
  }

  @inline(never)
  private func borrowedPlace(of modelIndex: Int) -> UnretainedReference<PooledEvaluator> {
    if let place = state.value.borrowed.place(of: modelIndex) { return place }
    let place = cores[modelIndex].object.lendRetained()
    state.value.borrowed.setPlace(place, of: modelIndex)
    return place
  }

  /// What a model knows about a key.
  @inline(__always)
  func keyEntry(of key: KeyID, in modelIndex: Int) -> UnretainedReference<KeyEntry> {
    place(of: modelIndex).with { $0.keyEntry(of: key) }
  }

  /// The program for the candidates of a key in the running model; `nil` if there is none.
  @inline(__always)
  func program(of keyEntry: UnretainedReference<KeyEntry>) -> UnretainedReference<KeyProgram>? {
    guard let program = place(of: currentModelIndex).with({ $0.program(keyEntry, in: self) })
    else { return nil }
    if state.value.hasAliases, program.with({ $0.readsAlias(in: values) }) { return nil }
    return program
  }

  /// The state of a model.
  @inline(__always)
  func state(of modelIndex: Int) throws(RuleError) -> UnretainedReference<LuaState> {
    if modelIndex == 0, let state = state.value.borrowed.firstState { return state }
    return try borrowedState(of: modelIndex)
  }

  @inline(never)
  private func borrowedState(of modelIndex: Int) throws(RuleError) -> UnretainedReference<LuaState>
  {
    if let state = self.state.value.borrowed.state(of: modelIndex) { return state }
    // INVARIANT: the pooled evaluator keeps its state alive, and the
    // evaluation the pooled evaluator.
    let limit = limits.time
    let state = try place(of: modelIndex).with { (place) throws(RuleError) in
      try place.luaState(within: limit)
    }
    state.with { beginReading(in: $0, of: modelIndex) }
    self.state.value.borrowed.setState(state, of: modelIndex)
    return state
  }

  // MARK: Answers

  /// The answer that this evaluation has found for a key.
  func known(_ key: KeyID) -> Answer? { state.value.memo[key] }

  /// Stores an answer in the memo, so that the key is computed once.
  ///
  /// The answer for the requested key itself is stored only if it must be
  /// converted or told to observers.
  func remember(_ answer: Answer, for key: KeyID) {
    state.value.memo.note(answer, for: key)
  }

  /// The answers that this evaluation has found.
  var memo: AnswerMemo { state.value.memo }
}
