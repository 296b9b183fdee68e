import LuaBridge

/// One question from outside, with everything that it causes.
///
/// An access has one budget, one chain of keys and one memo, whatever rules,
/// host functions and states it goes through. It lives on one thread.
///
/// The object is used again for the next question; ``begin(_:outer:)`` and
/// ``end()`` are where a question begins and ends.
final class Access {
  /// The models that are asked, one generation of each from beginning to end.
  ///
  /// Not counted: an access that begins at a workplace belongs, with that, to
  /// the model, and whoever asks keeps the model meanwhile.
  private let cores: [Uncounted<ModelCore>]
  /// The same, by the links of the context's model; `nil` at a workplace.
  private let held: [[ModelCore]]?

  /// What changes from question to question, and in one.
  private struct Question {
    /// The context that is asked, where it stands.
    ///
    /// INVARIANT: there from `begin` to `end`; who asks keeps it so long.
    var asked: Borrowed<RuleContext>?
    /// The access from which a host function asked another context.
    var outer: Access?
    var budget: LuaBudget
    /// The budget of the question from outside, whichever model is asked now.
    var limits: Budget
    /// The keys that are being computed, outermost first.
    var chain: [KeyID] = []
    /// Those of them that are far in, to find a circle among thousands.
    var underway: Set<KeyID> = []
    var memo = AnswerMemo()
    /// What Lua holds views of; the context itself is number 0.
    var objects: [ViewedObject] = [.context]
    /// Whether some key is known to be secret, or to have secret members.
    var mayHaveSecrets = false
    /// What rules have read of what is secret.
    var secrets = SecretTexts()
    /// The model whose code is running.
    var currentLink = 0
    /// What of the host's values was read that another read may find changed.
    var shared = SharedReads()
    /// What went wrong when a key was read natively, for Lua to meet it.
    var failure: ReadFailure?
    /// Whether native code is reading, and not code that it has caused to run.
    var isReadingNatively = false
    /// How many reads native code made.
    var nativeReads = 0
    /// The number of the source of the rule that is running, if that may not do everything.
    var scope = 0
    /// How many parts of the host's values were copied into the value that is coming out.
    var copiedNodes = 0
    /// What is lent for the length of the access, by link.
    var places: [Workplace?]
    /// Which of them have a state that is in use.
    var states: [LuaState?]
  }

  private let question: ThreadCell<Question>
  /// Whether some rule's key is a path, so that views are told under which they were read.
  let hasPathKeys: Bool
  /// Whether some model has plans, so that native code and Lua read the same values.
  let sharesReads: Bool
  private let hasDeclaredSecrets: Bool
  private let ownBudget: LuaBudget
  private let ownLimits: Budget
  private let allowance: LuaBudget.Allowance

  /// Creates the access that begins at a workplace, over and over.
  convenience init(at place: Workplace) {
    self.init([place.core], holding: nil)
  }

  /// Creates the access of a chain, or of a question within another access.
  convenience init(_ taken: [[ModelCore]]) {
    self.init(taken.flatMap(\.self), holding: taken)
  }

  private init(_ links: [ModelCore], holding held: [[ModelCore]]?) {
    self.held = held
    cores = links.map { Uncounted($0) }
    hasPathKeys = links.contains { !$0.plan.prefixes.isEmpty }
    sharesReads = links.contains(where: \.isPlanned)
    hasDeclaredSecrets = links.contains(where: \.hasSecrets)
    let limits = links.first?.budget ?? Budget()
    ownLimits = limits
    allowance = limits.allowance
    ownBudget = LuaBudget(allowance)
    question = ThreadCell(
      Question(
        budget: ownBudget, limits: limits, places: Array(repeating: nil, count: links.count),
        states: Array(repeating: nil, count: links.count)))
  }

  /// The keys that are being computed, outermost first.
  var chain: [KeyID] {
    _read { yield question.value.chain }
  }

  /// So many of the chain's keys are looked through one after the other.
  private static let nearLength = 32

  /// Whether a key is being computed.
  func isUnderway(_ key: KeyID) -> Bool {
    if chain.count <= Self.nearLength { return chain.contains(key) }
    return question.value.underway.contains(key) || chain[..<Self.nearLength].contains(key)
  }

  /// Begins to compute a key.
  func enter(_ key: KeyID) {
    if chain.count >= Self.nearLength { question.value.underway.insert(key) }
    question.value.chain.append(key)
  }

  /// Ends computing the key that was begun last.
  func leave(_ key: KeyID) {
    question.value.chain.removeLast()
    if chain.count >= Self.nearLength { question.value.underway.remove(key) }
  }

  /// Whether some key is known to be secret, or to have secret members.
  var mayHaveSecrets: Bool { question.value.mayHaveSecrets }

  /// What rules have read of what is secret.
  var secrets: SecretTexts {
    _read { yield question.value.secrets }
    _modify { yield &question.value.secrets }
  }

  /// What Lua holds views of; the context itself is number 0.
  var objects: [ViewedObject] {
    _read { yield question.value.objects }
    _modify { yield &question.value.objects }
  }

  /// What of the host's values was read that another read may find changed.
  var shared: SharedReads {
    _read { yield question.value.shared }
    _modify { yield &question.value.shared }
  }

  /// What went wrong when a key was read natively, for Lua to meet it.
  var failure: ReadFailure? {
    _read { yield question.value.failure }
    _modify { yield &question.value.failure }
  }

  /// Whether native code is reading, and not code that it has caused to run.
  var isReadingNatively: Bool {
    get { question.value.isReadingNatively }
    set { question.value.isReadingNatively = newValue }
  }

  /// How many reads native code made.
  var nativeReads: Int {
    get { question.value.nativeReads }
    set { question.value.nativeReads = newValue }
  }

  /// What is left of the budget.
  var budget: LuaBudget { question.value.budget }

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

  /// How many parts of the host's values were copied into the value that is coming out.
  var copiedNodes: Int {
    get { question.value.copiedNodes }
    set { question.value.copiedNodes = newValue }
  }

  /// Begins a question.
  private func begin(_ context: Borrowed<RuleContext>, outer: Access?) {
    question.value.asked = context
    question.value.mayHaveSecrets = hasDeclaredSecrets || context.value.values.hasSecrets
    if let outer {
      question.value.outer = outer
      question.value.limits = outer.question.value.limits
      question.value.budget = outer.question.value.budget
    } else if let tighter = context.value.tighterBudget {
      question.value.limits = ownLimits.tightened(to: tighter)
      ownBudget.renew(question.value.limits.allowance)
    } else {
      ownBudget.renew(allowance)
    }
  }

  /// Ends the question, and gives back what was lent; a state whose memory ran
  /// out is thrown away.
  private func end() {
    let isSpent = question.value.budget.isExhausted
    for link in cores.indices {
      guard let state = question.value.states[link] else { continue }
      state.endAccess()
      if isSpent, question.value.budget.isOutOfMemory || !state.recover() {
        if let place = question.value.places[link] { cores[link].object.dropState(of: place) }
      }
      question.value.states[link] = nil
    }
    if question.value.objects.count > 1 { question.value.objects.removeSubrange(1...) }
    question.value.memo.removeAll()
    question.value.shared.removeAll()
    question.value.failure = nil
    question.value.nativeReads = 0
    question.value.currentLink = 0
    question.value.asked = nil
    if !question.value.secrets.isEmpty {
      question.value.outer?.secrets.formUnion(question.value.secrets)
      question.value.secrets = SecretTexts()
    }
    if question.value.outer != nil {
      question.value.outer = nil
      question.value.budget = ownBudget
    }
    question.value.limits = ownLimits
    question.value.copiedNodes = 0
    // At the very last: the workplace of this access takes it along to another thread.
    for link in cores.indices.reversed() {
      guard let place = question.value.places[link] else { continue }
      question.value.places[link] = nil
      cores[link].object.pool.giveBack(place)
    }
  }

  // MARK: The context

  /// The context that is asked.
  ///
  /// What host functions ask of it goes wrong for them, not for who asks from
  /// outside.
  var context: RuleContext {
    guard var context = question.value.asked?.value else { return RuleContext(.empty) }
    context.capture = nil
    return context
  }

  /// The values that are set on the context.
  var values: ContextValues {
    _read {
      if let asked = question.value.asked {
        yield asked.value.values
      } else {
        yield ContextValues()
      }
    }
  }

  /// Whether an access is about the same values and the same models.
  func isSame(as other: RuleContext) -> Bool {
    guard let asked = question.value.asked, asked.value.values.stamp == other.values.stamp else {
      return false
    }
    return asked.value.model.links.elementsEqual(other.model.links, by: RuleLink.isSame)
  }

  /// The generation that this access, or one around it, took of a link.
  private func taken(_ link: RuleLink) -> [ModelCore]? {
    let position = question.value.asked?.value.model.links.firstIndex { RuleLink.isSame($0, link) }
    return position.map { held?[$0] ?? links } ?? question.value.outer?.taken(link)
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

  /// How many keys are being computed, in the accesses around this one too.
  var depth: Int { chain.count + (question.value.outer?.depth ?? 0) }

  /// What a failure of the model that is running is told against.
  var failureContext: RuleError.FailureContext {
    var context = cores[currentLink].object.failureContext
    let memory = memoryLimit(of: currentLink)
    context.budget = limits
    context.budget.memory = memory
    return context
  }

  /// The bytes that a model's state may hold: its own limit, or the context's if that is lower.
  private func memoryLimit(of link: Int) -> Int {
    min(cores[link].object.budget.memory, question.value.limits.memory)
  }

  // MARK: What is lent

  /// What the access uses of a model, lent for its length.
  func place(of link: Int) -> Workplace {
    if let place = question.value.places[link] { return place }
    let place = cores[link].object.lend()
    question.value.places[link] = place
    return place
  }

  /// Finds a name that is asked for.
  func key(asked name: String) -> KeyID {
    linkNumbers.isEmpty ? KeyID(asked: name) : place(of: 0).key(asked: name)
  }

  /// The state of a model.
  func state(of link: Int) throws(RuleError) -> LuaState {
    if let state = question.value.states[link] { return state }
    let state = try place(of: link).luaState()
    state.beginAccess(
      answeredBy: self, using: question.value.budget,
      wantsTraceback: wantsTraceback)
    state.setMemoryLimit(memoryLimit(of: link))
    question.value.states[link] = state
    return state
  }

  // MARK: Answers

  /// The answer that this access has found for a key.
  func known(_ key: KeyID) -> Answer? { question.value.memo[key] }

  /// Keeps an answer, so that the key is computed once.
  ///
  /// That of the question itself, too: observers are told which rule gave it.
  func remember(_ answer: Answer, for key: KeyID) {
    question.value.memo[key] = answer
  }

  /// The answers that this access has found.
  var memo: AnswerMemo { question.value.memo }
}

// MARK: - Beginning and ending

extension Access {
  /// Runs a body in the access that is under way for a context, or in a new one.
  static func with<Result>(
    _ context: RuleContext, _ body: (Access) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    let current = ThreadSlot.current.map { SameType.downcast($0, to: Access.self) }
    if let current, current.isSame(as: context) { return try current.masking(body) }
    return try Borrowed.with(context) { context throws(RuleError) in
      if current == nil, let link = context.value.model.onlyLink {
        let result = try link.withCore { core throws(RuleError) in
          let place = core.lend()
          let access = place.access
          access.question.value.places[0] = place
          return try access.run(context, outer: nil, body)
        }
        if let result { return result }
      }
      let taken = context.value.model.links.map { current?.taken($0) ?? $0.current }
      return try Access(taken).run(context, outer: current, body)
    }
  }

  private func run<Result>(
    _ context: Borrowed<RuleContext>, outer: Access?, _ body: (Access) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    begin(context, outer: outer)
    defer { end() }
    return try ThreadSlot.with(self) { () throws(RuleError) in try masking(body) }
  }
}
