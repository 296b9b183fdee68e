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
      evaluation.question.value.lent.firstPlace = place
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
    question.value.asked = context
    question.value.entries = context.value.values.read
    question.value.areNumbered = context.value.values.areNumbered
    question.value.hasAliases = context.value.values.hasAliases
    question.value.hasSetPaths = context.value.values.hasPaths
    question.value.hasSetSecrets = context.value.values.hasSecrets
    question.value.mayHaveSecrets = hasDeclaredSecrets || question.value.hasSetSecrets
    if question.value.mayHaveSecrets { withholdSecrets(of: context.value.values) }
    findReading()
    ownBudget.renew(allowance)
    if outer != nil || context.value.hasSettings { take(context, outer) }
  }

  /// Takes the limits from the outer evaluation or the context; starts to track
  /// reads for a memoized context.
  @inline(never)
  private func take(_ context: Borrowed<RuleContext>, _ outer: Evaluation?) {
    if let outer {
      question.value.hasOtherLimits = true
      question.value.outer = outer
      question.value.limits = outer.question.value.limits
      question.value.outerBudget = outer.budget
    } else if let tighter = context.value.budgetCap {
      question.value.hasOtherLimits = true
      question.value.limits = ownLimits.tightened(to: tighter)
      ownBudget.renew(question.value.limits.allowance)
    }
    if context.value.isRemembering, outer == nil, !question.value.hasAliases,
      !question.value.hasSetPaths
    {
      question.value.tracker = ReadTracker()
    }
  }

  /// Decides whether set values may be read directly from the entries.
  func findReading() {
    question.value.readsInPlace =
      question.value.recorder == nil && !hasPathKeys
      && !question.value.hasAliases && !question.value.hasSetPaths
  }

  /// Withholds the keys that are secret as a whole from direct reads, so that a read of what is inside
  /// of their values is noted.
  ///
  /// A secret member needs nothing: layouts have no direct way to it, and plans know those that the
  /// schema declares.
  @inline(never)
  private func withholdSecrets(of values: ContextValues) {
    guard
      question.value.hasSetSecrets || cores.contains(where: { $0.with { $0.secretKeys != nil } })
    else { return }
    if cores.count == 1, !question.value.hasSetSecrets,
      cores[0].with({ $0.unnumberedSecrets.isEmpty })
    {
      question.value.withheld = cores[0].with { $0.secretKeys }
      return
    }
    let declared = links.flatMap { $0.secretKeys?.all ?? [] }
    let names = links.flatMap(\.unnumberedSecrets) + values.secretNames.map(\.text)
    let numbers = declared + names.map { KeyID(asked: $0).number }
    question.value.withheld = numbers.isEmpty ? nil : WithheldKeys(numbers)
  }

  /// Prepares a Lua state for this evaluation.
  func beginReading(in state: LuaState, of link: Int) {
    // With a tracker or a recorder, Lua must ask Swift for each read, so that the read is noted.
    let readsInPlace = question.value.readsInPlace && !isTracking
    state.beginEvaluation(
      answeredBy: self, using: budget, memoryLimit: memoryLimit(of: link),
      wantsTraceback: wantsTraceback,
      reading: readsInPlace ? question.value.entries : EntryReader(),
      except: question.value.withheld)
    if recorder != nil { state.showReads() }
  }

  /// Ends the evaluation and gives back what it borrowed.
  ///
  /// A state that ran out of memory is thrown away.
  private func end() {
    let isSpent = budget.isExhausted
    if question.value.lent.mayHaveStates { endReading(isSpent: isSpent) }
    views.removeAll()
    question.value.memo.removeAll()
    question.value.shared.removeAll()
    if question.value.failure != nil { question.value.failure = nil }
    if question.value.tracker != nil { question.value.tracker = nil }
    question.value.meter = NativeMeter()
    question.value.currentLink = 0
    question.value.asked = nil
    question.value.entries = EntryReader()
    if question.value.withheld != nil { question.value.withheld = nil }
    if !question.value.secrets.isEmpty {
      question.value.outer?.secrets.formUnion(question.value.secrets)
      question.value.secrets = SecretTexts()
    }
    if question.value.hasOtherLimits {
      question.value.hasOtherLimits = false
      question.value.outer = nil
      question.value.outerBudget = nil
      question.value.limits = ownLimits
    }
    // The caller gives that of a pooled evaluation back.
    if held == nil { question.value.lent.firstPlace = nil }
    if held != nil || cores.count > 1 { giveBackPlaces() }
  }

  /// Gives back the evaluators that the evaluation has borrowed itself.
  @inline(never)
  private func giveBackPlaces() {
    for link in cores.indices {
      guard let place = question.value.lent.place(of: link) else { continue }
      question.value.lent.setPlace(nil, of: link)
      cores[link].with { $0.pool.giveBack(retained: place) }
    }
  }

  private func endReading(isSpent: Bool) {
    for link in cores.indices {
      guard let state = question.value.lent.state(of: link) else { continue }
      question.value.lent.setState(nil, of: link)
      state.with { $0.endEvaluation() }
      if isSpent, budget.isOutOfMemory || !state.object.recover(),
        let place = question.value.lent.place(of: link)
      {
        cores[link].object.dropState(of: place.object)
      }
    }
  }

  /// Whether this evaluation is for the same values and the same models.
  func isSame(as other: RuleContext) -> Bool {
    guard let asked = question.value.asked, asked.value.values.stamp == other.values.stamp else {
      return false
    }
    return asked.value.model.isSame(as: other.model)
  }

  /// The generation of a link that this evaluation, or one around it, uses.
  private func taken(_ link: RuleLink) -> [ModelCore]? {
    let position = question.value.asked?.value.model.links.firstIndex { RuleLink.isSame($0, link) }
    return position.map { held?[$0] ?? [links[$0]] } ?? question.value.outer?.taken(link)
  }
}
