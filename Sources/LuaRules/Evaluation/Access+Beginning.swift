import LuaBridge

// Where a question begins and ends.

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
      let taken = try context.value.model.links.map { (link) throws(RuleError) in
        if let taken = current?.taken(link) { return taken }
        return try link.asked()
      }
      return try Access(taken).run(context, outer: current, body)
    }
  }

  /// Begins a question that plans were asking so far, for code of the host's that it runs.
  func begin(
    _ context: Borrowed<RuleContext>, computing keys: [UInt32], at workplace: Workplace
  ) -> BegunAccess {
    question.value.places[0] = workplace
    begin(context, outer: nil)
    for key in keys { enter(KeyID(number: key)) }
    return BegunAccess(access: self, slot: ThreadSlot.put(self))
  }

  /// Ends computing all keys that were begun.
  func leaveAll() {
    while let key = chain.last { leave(key) }
  }

  /// Ends a question that was begun so, and gives the workplace back.
  fileprivate func endComputing() {
    leaveAll()
    end()
  }

  private func run<Result>(
    _ context: Borrowed<RuleContext>, outer: Access?, _ body: (Access) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    begin(context, outer: outer)
    defer { end() }
    return try ThreadSlot.with(self) { () throws(RuleError) in try masking(body) }
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
    if context.value.remembered != nil, outer == nil, !context.value.values.hasAliases {
      question.value.tracker = ReadTracker()
    }
  }

  /// Begins to read in a state.
  func beginReading(in state: LuaState) {
    state.beginAccess(
      answeredBy: self, using: question.value.budget, wantsTraceback: wantsTraceback,
      reading: readsInPlace ? entries : EntryReader())
    if witness != nil { state.showReads() }
  }

  /// Whether Lua may read what is set where it lies.
  ///
  /// Else it asks the access, which looks at aliases and at paths that are keys, and notes what is
  /// read where somebody wants to know.
  private var readsInPlace: Bool {
    witness == nil && !isTracking && !mayHaveSecrets && !hasPathKeys && !hasAliases
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
    if question.value.tracker != nil { question.value.tracker = nil }
    question.value.nativeWork = NativeWork()
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

  /// Whether an access is about the same values and the same models.
  func isSame(as other: RuleContext) -> Bool {
    guard let asked = question.value.asked, asked.value.values.stamp == other.values.stamp else {
      return false
    }
    return asked.value.model.isSame(as: other.model)
  }

  /// The generation that this access, or one around it, took of a link.
  private func taken(_ link: RuleLink) -> [ModelCore]? {
    let position = question.value.asked?.value.model.links.firstIndex { RuleLink.isSame($0, link) }
    return position.map { held?[$0] ?? links } ?? question.value.outer?.taken(link)
  }
}

/// An access that was begun in the midst of a question.
struct BegunAccess {
  let access: Access
  /// What was in the thread's slot before.
  fileprivate let slot: ThreadSlot.Content

  /// Ends the access, and gives its workplace back.
  func end() {
    ThreadSlot.restore(slot)
    access.endComputing()
  }
}
