import LuaBridge

// The beginning and the end of an evaluation.

extension Evaluation {
  /// Runs `body` in the current evaluation if that is for the same context, else in a new one.
  static func with<Result>(
    _ context: RuleContext, _ body: (Evaluation) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    let current = ThreadSlot.current.map { SameType.downcast($0, to: Evaluation.self) }
    if let current, current.isSame(as: context) { return try current.masking(body) }
    return try Borrowed.with(context) { context throws(RuleError) in
      if current == nil {
        let result = try context.value.model.withCores { cores throws(RuleError) in
          try run(context, at: cores, body)
        }
        if let result { return result }
      }
      let taken = try context.value.model.links.map { (link) throws(RuleError) in
        if let taken = current?.taken(link) { return taken }
        return try link.asked()
      }
      return try Evaluation(taken).run(context, outer: current, body)
    }
  }

  /// Runs `body` in an evaluation of a pooled evaluator of the first model, with no evaluation around
  /// it.
  ///
  /// The caller keeps the models alive.
  @inline(__always)
  static func run<Result>(
    _ context: Borrowed<RuleContext>, at cores: CoreList,
    _ body: (Evaluation) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    let place = cores[0].with { $0.lendRetained() }
    // This must come last: after it another thread may take the pooled
    // evaluator with its evaluation.
    defer { cores[0].with { $0.pool.giveBack(retained: place) } }
    return try place.with({ $0.evaluation(of: cores) }).with { evaluation throws(RuleError) in
      evaluation.state.value.borrowed.firstPlace = place
      return try evaluation.run(context, outer: nil, body)
    }
  }

  @inline(__always)
  private func run<Result>(
    _ context: Borrowed<RuleContext>, outer: Evaluation?,
    _ body: (Evaluation) throws(RuleError) -> Result
  ) throws(RuleError) -> Result {
    begin(context, outer: outer)
    defer { end() }
    return try ThreadSlot.with(self) { () throws(RuleError) in try masking(body) }
  }

  /// Begins an evaluation.
  private func begin(_ context: Borrowed<RuleContext>, outer: Evaluation?) {
    state.value.asked = context
    state.value.entries = context.value.values.read
    state.value.areNumbered = context.value.values.areNumbered
    state.value.hasAliases = context.value.values.hasAliases
    state.value.hasSetPaths = context.value.values.hasPaths
    state.value.hasSetSecrets = context.value.values.hasSecrets
    state.value.mayHaveSecrets = hasDeclaredSecrets || state.value.hasSetSecrets
    state.value.withheld = withheldByModels
    if state.value.hasSetSecrets || state.value.hasSetPaths || !unnumberedWithheld.isEmpty {
      withhold(from: context.value.values)
    }
    findReading()
    ownBudget.renew(allowance)
    if outer != nil || context.value.hasSettings { take(context, outer) }
  }

  /// Takes the limits from the outer evaluation or the context; starts to track
  /// reads for a memoized context.
  @inline(never)
  private func take(_ context: Borrowed<RuleContext>, _ outer: Evaluation?) {
    if let outer {
      state.value.hasOtherLimits = true
      state.value.outer = outer
      state.value.limits = outer.state.value.limits
      state.value.outerBudget = outer.budget
    } else if let tighter = context.value.budgetCap {
      state.value.hasOtherLimits = true
      state.value.limits = ownLimits.tightened(to: tighter)
      ownBudget.renew(state.value.limits.allowance)
    }
    if context.value.isRemembering, outer == nil, !state.value.hasAliases,
      !state.value.hasSetPaths, state.value.areNumbered
    {
      state.value.tracker = ReadTracker()
    }
  }

  /// Decides whether set values may be read directly from the entries.
  func findReading() {
    state.value.readsInPlace =
      state.value.recorder == nil && !state.value.hasAliases
  }

  /// Withholds keys from direct reads beside those of the models.
  ///
  /// A key that is secret as a whole is withheld so that a read of what is inside of its value is noted; a key
  /// with path keys below it, because a member may be one of these. A secret member needs nothing: layouts have
  /// no direct way to it, and plans know those that the schema declares.
  @inline(never)
  private func withhold(from values: ContextValues) {
    let names = unnumberedWithheld + values.secretNames.map(\.text) + values.pathRoots
    state.value.withheld = WithheldKeys(
      (withheldByModels?.all ?? []) + names.map { KeyID(asked: $0).number })
  }

  /// Prepares a Lua state for this evaluation.
  func beginReading(in state: LuaState, of modelIndex: Int) {
    // With a recorder, Lua must ask Swift for each read, so that the read is noted.
    let readsInPlace = self.state.value.readsInPlace
    state.beginEvaluation(
      answeredBy: self, using: budget, memoryLimit: memoryLimit(of: modelIndex),
      wantsTraceback: wantsTraceback,
      reading: readsInPlace ? self.state.value.entries : EntryReader(),
      except: self.state.value.withheld)
    if recorder != nil { state.showReads() }
  }

  /// Ends the evaluation and gives back what it borrowed.
  ///
  /// A state that ran out of memory is thrown away.
  private func end() {
    let isSpent = budget.isExhausted
    if state.value.borrowed.mayHaveStates { endReading(isSpent: isSpent) }
    views.removeAll()
    state.value.memo.removeAll()
    state.value.shared.removeAll()
    if state.value.failure != nil { state.value.failure = nil }
    if state.value.tracker != nil { state.value.tracker = nil }
    state.value.meter = NativeMeter()
    state.value.currentModelIndex = 0
    state.value.asked = nil
    state.value.entries = EntryReader()
    if state.value.withheld != nil { state.value.withheld = nil }
    if !state.value.secrets.isEmpty {
      state.value.outer?.secrets.formUnion(state.value.secrets)
      state.value.secrets = SecretTexts()
    }
    if state.value.hasOtherLimits {
      state.value.hasOtherLimits = false
      state.value.outer = nil
      state.value.outerBudget = nil
      state.value.limits = ownLimits
    }
    // The caller gives that of a pooled evaluation back.
    if held == nil { state.value.borrowed.firstPlace = nil }
    if held != nil || cores.count > 1 { giveBackPlaces() }
  }

  /// Gives back the evaluators that the evaluation has borrowed itself.
  @inline(never)
  private func giveBackPlaces() {
    for modelIndex in cores.indices {
      guard let place = state.value.borrowed.place(of: modelIndex) else { continue }
      state.value.borrowed.setPlace(nil, of: modelIndex)
      cores[modelIndex].with { $0.pool.giveBack(retained: place) }
    }
  }

  private func endReading(isSpent: Bool) {
    for modelIndex in cores.indices {
      guard let state = self.state.value.borrowed.state(of: modelIndex) else { continue }
      self.state.value.borrowed.setState(nil, of: modelIndex)
      state.with { $0.endEvaluation() }
      if isSpent, budget.isOutOfMemory || !state.object.recover(),
        let place = self.state.value.borrowed.place(of: modelIndex)
      {
        cores[modelIndex].object.dropState(of: place.object)
      }
    }
  }

  /// Whether this evaluation is for the same values and the same models.
  func isSame(as other: RuleContext) -> Bool {
    guard let asked = state.value.asked, asked.value.values.stamp == other.values.stamp else {
      return false
    }
    return asked.value.model.isSame(as: other.model)
  }

  /// The generation of a link that this evaluation, or one around it, uses.
  private func taken(_ link: RuleLink) -> [ModelCore]? {
    let position = state.value.asked?.value.model.links.firstIndex { RuleLink.isSame($0, link) }
    return position.map { held?[$0] ?? [links[$0]] } ?? state.value.outer?.taken(link)
  }
}
