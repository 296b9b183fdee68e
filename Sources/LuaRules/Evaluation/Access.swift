import LuaBridge

/// One question from outside, with everything that it causes.
///
/// An access has one budget, one chain of keys and one memo, whatever rules,
/// host functions and states it goes through. It lives on one thread.
final class Access {
  let context: RuleContext
  /// The models that are asked, one generation of each from beginning to end.
  let links: [ModelCore]
  /// The same, by the links of the context's model.
  private let taken: [[ModelCore]]
  let budget: LuaBudget
  let depthLimit: Int
  /// The budget of the question from outside, whichever model is asked now.
  let limits: Budget
  /// The access from which a host function asked another context.
  let outer: Access?

  /// The keys that are being computed, outermost first.
  var chain: [String] = []
  /// The same keys, to find a circle among thousands.
  var underway: Set<String> = []
  var memo: [String: Answer] = [:]
  /// How many parts of the host's values were copied into the value that is coming out.
  var copiedNodes = 0
  /// What Lua holds views of; the context itself is number 0.
  var objects: [ViewedObject] = [.context]
  /// Whether some key is known to be secret, or to have secret members.
  let mayHaveSecrets: Bool
  /// What rules have read of what is secret.
  var secrets = SecretTexts()
  /// The model whose code is running.
  var currentLink = 0
  private var states: [LuaState?]

  init(_ context: RuleContext, outer: Access? = nil) {
    // What host functions ask of the context goes wrong for them, not for who asks from outside.
    var context = context
    context.capture = nil
    self.context = context
    self.outer = outer
    let taken = context.model.links.map { outer?.taken($0) ?? $0.current }
    self.taken = taken
    self.links = taken.flatMap(\.self)
    mayHaveSecrets = context.values.hasSecrets || links.contains(where: \.hasSecrets)
    let limits =
      outer?.limits
      ?? Self.limits(of: links, context)
    self.limits = limits
    self.budget = outer?.budget ?? limits.forLua
    self.depthLimit = limits.depth
    self.states = Array(repeating: nil, count: links.count)
  }

  private static func limits(of links: [ModelCore], _ context: RuleContext) -> Budget {
    let limits = links.first?.budget ?? Budget()
    return context.tighterBudget.map(limits.tightened) ?? limits
  }

  /// What a failure of the model that is running is told against.
  var failureContext: RuleError.FailureContext {
    var context = links[currentLink].failureContext
    let memory = memoryLimit(of: currentLink)
    context.budget = limits
    context.budget.memory = memory
    return context
  }

  /// How many keys are being computed, in the accesses around this one too.
  var depth: Int { chain.count + (outer?.depth ?? 0) }

  /// The state of a model, lent for the length of the access.
  func state(of link: Int) throws(RuleError) -> LuaState {
    if let state = states[link] { return state }
    let state = try links[link].lendState()
    state.host = self
    state.setBudget(budget)
    state.setMemoryLimit(memoryLimit(of: link))
    state.setTraceback(context.wantsTraceback)
    state.beginAccess()
    states[link] = state
    return state
  }

  /// The bytes that a model's state may hold: its own limit, or the context's if that is lower.
  private func memoryLimit(of link: Int) -> Int {
    min(links[link].budget.memory, limits.memory)
  }

  /// Gives the states back; one whose memory ran out is thrown away.
  func end() {
    for (link, state) in states.enumerated() {
      guard let state else { continue }
      state.endAccess()
      if !budget.isExhausted || !budget.isOutOfMemory && state.recover() {
        links[link].pool.giveBack(state)
      }
    }
    states.removeAll()
    objects.removeAll()
    outer?.secrets.formUnion(secrets)
  }

  /// Whether an access is about the same values and the same models.
  func isSame(as other: RuleContext) -> Bool {
    context.values.stamp == other.values.stamp
      && context.model.links.elementsEqual(other.model.links, by: RuleLink.isSame)
  }

  /// The generation that this access, or one around it, took of a link.
  private func taken(_ link: RuleLink) -> [ModelCore]? {
    let position = context.model.links.firstIndex { RuleLink.isSame($0, link) }
    return position.map { taken[$0] } ?? outer?.taken(link)
  }
}

extension Access {
  /// Runs a body in the access that is under way for a context, or in a new one.
  static func with<Result>(
    _ context: RuleContext, _ body: (Access) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    let current = ThreadSlot.current as? Access
    if let current, current.isSame(as: context) { return try current.masking(body) }
    let access = Access(context, outer: current)
    defer { access.end() }
    return try ThreadSlot.with(access) { () throws(RuleError) in try access.masking(body) }
  }
}
