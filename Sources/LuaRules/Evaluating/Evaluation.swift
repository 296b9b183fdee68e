import LuaBridge

/// One question from outside, with everything that it causes.
///
/// An evaluation has one budget, one chain of keys and one memo, whatever rules,
/// host functions and states it goes through. It lives on one thread.
///
/// The object is used again for the next question.
final class Evaluation {
  /// The models that are asked, one generation of each from beginning to end.
  ///
  /// Not counted: an evaluation that begins at a workplace belongs, with that, to
  /// the model, and whoever asks keeps the model meanwhile.
  let cores: [UnretainedReference<ModelCore>]
  /// The same, by the links of the context's model; `nil` at a workplace.
  let held: [[ModelCore]]?

  /// What Lua holds views of.
  let views = ViewTable()
  /// For the files of this type only; others use what stands below.
  let question: UncheckedCell<Question>
  /// Whether some rule's key is a path, so that views are told under which they were read.
  let hasPathKeys: Bool
  /// Whether native code and Lua, or the rules of several sources, are to read the same values.
  private let hasSeveralReaders: Bool
  let hasDeclaredSecrets: Bool
  let ownBudget: LuaBudget
  let ownLimits: Budget
  let allowance: LuaBudget.Allowance

  /// Creates the evaluation that begins at a workplace, over and over.
  convenience init(at place: PooledEvaluator) {
    self.init([place.core], holding: nil)
  }

  /// Creates the evaluation of a chain, or of a question within another evaluation.
  convenience init(_ taken: [[ModelCore]]) {
    self.init(taken.flatMap(\.self), holding: taken)
  }

  private init(_ links: [ModelCore], holding held: [[ModelCore]]?) {
    self.held = held
    cores = links.map { UnretainedReference($0) }
    hasPathKeys = links.contains { !$0.plan.prefixes.isEmpty }
    hasSeveralReaders = links.contains { $0.isPlanned || !$0.grantedSources.isEmpty }
    hasDeclaredSecrets = links.contains(where: \.hasSecrets)
    let limits = links.first?.budget ?? Budget()
    ownLimits = limits
    allowance = limits.allowance
    ownBudget = LuaBudget(allowance)
    question = UncheckedCell(
      Question(limits: limits, lent: LentPlaces(count: links.count)))
  }

  /// The keys that are being computed, outermost first.
  var chain: KeyChain {
    @inline(__always) _read { yield question.value.chain }
    @inline(__always) _modify { yield &question.value.chain }
  }

  /// Whether some key is known to be secret, or to have secret members.
  var mayHaveSecrets: Bool { question.value.mayHaveSecrets }

  /// What rules have read of what is secret.
  var secrets: SecretTexts {
    @inline(__always) _read { yield question.value.secrets }
    @inline(__always) _modify { yield &question.value.secrets }
  }

  /// Who sees what the evaluation does, to explain it; `nil` for nobody.
  var recorder: EvaluationRecorder? {
    get { question.value.recorder }
    set {
      question.value.recorder = newValue
      findReading()
    }
  }

  /// Whether a value that may change is read once and then shared.
  var sharesReads: Bool { hasSeveralReaders || recorder != nil }

  /// What of the host's values was read that another read may find changed.
  var shared: SharedReads {
    @inline(__always) _read { yield question.value.shared }
    @inline(__always) _modify { yield &question.value.shared }
  }

  /// What went wrong when a key was read natively, for Lua to meet it.
  var failure: ReadFailure? {
    @inline(__always) _read { yield question.value.failure }
    @inline(__always) _modify { yield &question.value.failure }
  }

  /// Whether native code is reading, and not code that it has caused to run.
  var isReadingNatively: Bool {
    get { question.value.isReadingNatively }
    set { question.value.isReadingNatively = newValue }
  }

  /// What is left of the budget.
  var budget: LuaBudget {
    // Whether there is another one is a look at a number that is read anyway.
    question.value.hasOtherLimits ? question.value.outerBudget ?? ownBudget : ownBudget
  }

  /// Whether errors list the calls that led to them.
  var wantsTraceback: Bool { question.value.asked?.value.wantsTraceback ?? false }

  /// The model whose code is running.
  var currentLink: Int {
    get { question.value.currentLink }
    set { question.value.currentLink = newValue }
  }

  /// The number of the source of the rule that is running, if that may not do
  /// everything; 0 for any other, and for host code.
  var scope: Int {
    get { question.value.scope }
    set { question.value.scope = newValue }
  }

  /// A source of the model that is running.
  func grantedSource(_ scope: Int) -> GrantedSource? {
    let sources = cores[currentLink].object.grantedSources
    return scope <= sources.count ? sources[scope - 1] : nil
  }

  // MARK: The context

  /// The context that is asked.
  ///
  /// What host functions ask of it goes wrong for them, not for who asks from
  /// outside.
  var context: RuleContext {
    guard let asked = question.value.asked else { return RuleContext(.empty) }
    var context = asked.value
    context.capture = nil
    return context
  }

  /// The values that are set on the context.
  var values: ContextValues { question.value.asked?.value.values ?? ContextValues() }

  /// What is set for a key, which is no alias.
  func set(for key: KeyID) -> SetValue? {
    guard let asked = question.value.asked else { return nil }
    if question.value.areNumbered, key.number != 0,
      question.value.entries.value(of: key.number) == nil
    {
      return nil
    }
    return asked.value.values[key]
  }

  // MARK: The models

  /// The models that are asked.
  var links: [ModelCore] { cores.map(\.object) }

  /// Their numbers.
  var linkNumbers: Range<Int> { cores.indices }

  // MARK: Limits

  /// The budget of the question from outside, whichever model is asked now.
  var limits: Budget { question.value.limits }

  /// Whether there may be something to know about a function of the running model.
  func mayBeSuspended(_ function: Int) -> Bool {
    cores[currentLink].object.suspensions.mayConcern(function)
  }

  var depthLimit: Int { question.value.limits.depth }

  /// How many keys are being computed, in the evaluations around this one too.
  var depth: Int {
    question.value.hasOtherLimits ? chain.count + (question.value.outer?.depth ?? 0) : chain.count
  }

  /// What a failure of the model that is running is told against.
  var failureContext: RuleError.FailureContext {
    var context = cores[currentLink].object.failureContext
    let memory = memoryLimit(of: currentLink)
    context.budget = limits
    context.budget.memory = memory
    return context
  }

  /// The bytes that a model's state may hold: its own limit, or the context's if that is lower.
  func memoryLimit(of link: Int) -> Int {
    min(cores[link].object.budget.memory, question.value.limits.memory)
  }

  // MARK: What is lent

  /// The workplace that the evaluation uses of a model, lent for its length.
  ///
  /// INVARIANT: the evaluation keeps it until its end.
  @inline(__always)
  func place(of link: Int) -> UnretainedReference<PooledEvaluator> {
    if link == 0, let place = question.value.lent.firstPlace { return place }
    return lentPlace(of: link)
  }

  @inline(never)
  private func lentPlace(of link: Int) -> UnretainedReference<PooledEvaluator> {
    if let place = question.value.lent.place(of: link) { return place }
    let place = cores[link].object.lendRetained()
    question.value.lent.setPlace(place, of: link)
    return place
  }

  /// What a model has to say about a key.
  @inline(__always)
  func knowledge(of key: KeyID, in link: Int) -> UnretainedReference<KeyEntry> {
    place(of: link).with { $0.knowledge(of: key) }
  }

  /// The plan by which the running model tries the candidates of a key; `nil` for none.
  @inline(__always)
  func plan(of knowledge: UnretainedReference<KeyEntry>) -> UnretainedReference<CompiledKey>? {
    guard let planned = place(of: currentLink).with({ $0.planned(knowledge, in: self) })
    else { return nil }
    if question.value.hasAliases, planned.with({ $0.plan.readsAlias(in: values) }) { return nil }
    return planned
  }

  /// The state of a model.
  @inline(__always)
  func state(of link: Int) throws(RuleError) -> UnretainedReference<LuaState> {
    if link == 0, let state = question.value.lent.firstState { return state }
    return try lentState(of: link)
  }

  @inline(never)
  private func lentState(of link: Int) throws(RuleError) -> UnretainedReference<LuaState> {
    if let state = question.value.lent.state(of: link) { return state }
    // INVARIANT: the workplace keeps its state, and the evaluation the workplace.
    let state = try place(of: link).with { (place) throws(RuleError) in try place.luaState() }
    state.with { beginReading(in: $0, of: link) }
    question.value.lent.setState(state, of: link)
    return state
  }

  // MARK: Answers

  /// The answer that this evaluation has found for a key.
  func known(_ key: KeyID) -> Answer? { question.value.memo[key] }

  /// Keeps an answer, so that the key is computed once.
  ///
  /// That of the question itself where it has to be converted, or is to be told to observers.
  func remember(_ answer: Answer, for key: KeyID) {
    question.value.memo.note(answer, for: key)
  }

  /// The answers that this evaluation has found.
  var memo: AnswerMemo { question.value.memo }
}
