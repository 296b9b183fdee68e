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

  /// The context that is asked, where it stands.
  ///
  /// INVARIANT: there from `begin` to `end`; who asks keeps it so long.
  private var asked: Borrowed<RuleContext>?
  /// The access from which a host function asked another context.
  private(set) var outer: Access?
  private(set) var budget: LuaBudget
  /// The budget of the question from outside, whichever model is asked now.
  private var limits: Budget
  private let ownBudget: LuaBudget
  private let ownLimits: Budget
  private let allowance: LuaBudget.Allowance

  /// The keys that are being computed, outermost first.
  var chain: [KeyID] = []
  private var memo = AnswerMemo()
  /// What Lua holds views of; the context itself is number 0.
  var objects: [ViewedObject] = [.context]
  /// The model whose code is running.
  var currentLink = 0
  /// What is lent for the length of the access, by link.
  private var places: [Workplace?]
  /// Which of them have a state that is in use.
  private var states: [LuaState?]

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
    let limits = links.first?.budget ?? Budget()
    ownLimits = limits
    self.limits = limits
    allowance = LuaBudget.Allowance(instructions: limits.instructions, time: limits.time)
    ownBudget = LuaBudget(allowance)
    budget = ownBudget
    places = Array(repeating: nil, count: links.count)
    states = places.map { _ in nil }
  }

  /// Begins a question.
  private func begin(_ context: Borrowed<RuleContext>, outer: Access?) {
    asked = context
    if let outer {
      self.outer = outer
      limits = outer.limits
      budget = outer.budget
    } else {
      ownBudget.renew(allowance)
    }
  }

  /// Ends the question, and gives back what was lent; a state whose budget ran
  /// out is thrown away.
  private func end() {
    let isSpent = budget.isExhausted
    for link in states.indices {
      guard let state = states[link] else { continue }
      state.endAccess()
      if isSpent { places[link]?.dropState() }
      states[link] = nil
    }
    if objects.count > 1 { objects.removeSubrange(1...) }
    memo.removeAll()
    currentLink = 0
    asked = nil
    if outer != nil {
      outer = nil
      limits = ownLimits
      budget = ownBudget
    }
    // At the very last: the workplace of this access takes it along to another thread.
    for link in places.indices.reversed() {
      guard let place = places[link] else { continue }
      places[link] = nil
      cores[link].object.pool.giveBack(place)
    }
  }

  // MARK: The context

  /// The context that is asked.
  ///
  /// What host functions ask of it goes wrong for them, not for who asks from
  /// outside.
  var context: RuleContext {
    guard var context = asked?.value else { return RuleContext(.empty) }
    context.capture = nil
    return context
  }

  /// The values that are set on the context.
  var values: ContextValues {
    _read {
      if let asked { yield asked.value.values } else { yield ContextValues() }
    }
  }

  /// Whether an access is about the same values and the same models.
  func isSame(as other: RuleContext) -> Bool {
    guard let asked, asked.value.values.stamp == other.values.stamp else { return false }
    return asked.value.model.links.elementsEqual(other.model.links, by: RuleLink.isSame)
  }

  /// The generation that this access, or one around it, took of a link.
  private func taken(_ link: RuleLink) -> [ModelCore]? {
    let position = asked?.value.model.links.firstIndex { RuleLink.isSame($0, link) }
    return position.map { held?[$0] ?? links } ?? outer?.taken(link)
  }

  // MARK: The models

  /// The models that are asked.
  var links: [ModelCore] { cores.map(\.object) }

  /// Their numbers.
  var linkNumbers: Range<Int> { cores.indices }

  // MARK: Limits

  var depthLimit: Int { limits.depth }

  /// How many keys are being computed, in the accesses around this one too.
  var depth: Int { chain.count + (outer?.depth ?? 0) }

  /// What a failure of the model that is running is told against.
  var failureContext: RuleError.FailureContext {
    var context = cores[currentLink].object.failureContext
    context.budget.instructions = limits.instructions
    context.budget.time = limits.time
    return context
  }

  // MARK: What is lent

  /// What the access uses of a model, lent for its length.
  func place(of link: Int) -> Workplace {
    if let place = places[link] { return place }
    let place = cores[link].object.lend()
    places[link] = place
    return place
  }

  /// The state of a model.
  func state(of link: Int) throws(RuleError) -> LuaState {
    if let state = states[link] { return state }
    let state = try place(of: link).luaState()
    state.beginAccess(
      answeredBy: self, using: budget, wantsTraceback: asked?.value.wantsTraceback ?? false)
    states[link] = state
    return state
  }

  // MARK: Answers

  /// The answer that this access has found for a key.
  func known(_ key: KeyID) -> Answer? { memo[key] }

  /// Keeps an answer, so that the key is computed once.
  func remember(_ answer: Answer, for key: KeyID) {
    // Nobody asks again for the key of the question itself.
    if !chain.isEmpty { memo[key] = answer }
  }
}

// MARK: - Beginning and ending

extension Access {
  /// Runs a body in the access that is under way for a context, or in a new one.
  static func with<Result>(
    _ context: RuleContext, _ body: (Access) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    let current = ThreadSlot.current.map { SameType.downcast($0, to: Access.self) }
    if let current, current.isSame(as: context) { return try body(current) }
    return try Borrowed.with(context) { context throws(RuleError) in
      if current == nil, let link = context.value.model.onlyLink {
        let result = try link.withCore { core throws(RuleError) in
          let place = core.lend()
          let access = place.access
          access.places[0] = place
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
    return try ThreadSlot.with(self) { () throws(RuleError) in try body(self) }
  }
}
