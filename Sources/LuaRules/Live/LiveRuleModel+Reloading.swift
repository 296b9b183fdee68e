import Dispatch
import LuaBridge

extension LiveRuleModel {
  /// Loads the sources again, if they changed, and waits until that is done.
  ///
  /// - Throws: ``RuleError`` when the sources are bad; the generation that
  ///   answered goes on answering.
  public func reload() async throws {
    try await onQueue { live in
      if let error = live.reloadNow() { throw error }
    }
  }

  /// Makes an earlier generation answer again, under a new number.
  ///
  /// It holds until the sources change again.
  ///
  /// - Parameter generation: The number; `nil` for the one before the current.
  /// - Throws: ``RuleError`` when the generation is not kept any more.
  /// - Returns: The new number.
  @discardableResult
  public func rollback(to generation: Int? = nil) throws(RuleError) -> Int {
    let kept = settings.options.keptGenerations
    let outcome: Result<(old: Int, new: Snapshot), RuleError> = state.withLock { state in
      let target =
        generation.map { number in state.history.last { $0.generation == number } }
        ?? state.history.dropLast().last
      guard let target else {
        let numbers = state.history.map { String($0.generation) }.joined(separator: ", ")
        let name = generation.map { "generation \($0)" } ?? "an earlier generation"
        return .failure(RuleError(.noGeneration, "\(name) is not kept; there are \(numbers)"))
      }
      let snapshot = state.add(
        target.models, from: .rollback(to: target.generation), keeping: kept)
      return .success((target.generation, snapshot))
    }
    let (old, new) = try outcome.get()
    publish(new)
    tell(.rolledBack(to: old, generation: new.generation))
    return new.generation
  }

  /// Makes a model answer that was loaded elsewhere, until the sources change.
  ///
  /// - Returns: The new number, or the current one when the gate refused.
  @discardableResult
  public func replace(with model: RuleModel) -> Int {
    let event = swap(model.current, from: .replacement, digest: nil)
    tell(event)
    return generation
  }

  /// Stops watching; the current generation goes on answering.
  ///
  /// Streams of events end.
  public func stop() {
    let (watch, changes) = state.withLock { state in
      state.isStopped = true
      defer { (state.watch, state.changes) = (nil, nil) }
      return (state.watch, state.changes)
    }
    changes?.cancel()
    // Released here, outside the lock: a watch may wait for its callback.
    withExtendedLifetime(watch) {}
    hub.finish()
  }

  /// Watches until the task is cancelled, then stops: the structured form.
  public func run() async {
    for await _ in hub.subscribe() {}
    stop()
  }

  // MARK: Loading

  /// Loads the sources on the queue and swaps; returns what is wrong with them.
  func reloadNow() -> RuleError? {
    dispatchPrecondition(condition: .onQueue(queue))
    let known = state.withLock { state in
      state.isReloadPending = false
      return state.digest
    }
    guard !state.withLock({ $0.isStopped }), let attempt = settings.load(unless: known) else {
      return nil
    }
    watch(attempt.places)
    switch attempt.result {
    case .failure(let error):
      state.withLock { state in
        state.digest = attempt.digest
        state.rejection = error
      }
      tell(.rejected(error))
      return error
    case .success(let model):
      let event = swap([model], from: .sources, digest: attempt.digest)
      state.withLock { $0.rejection = nil }
      if case .swapped = event { settings.keep(model) }
      tell(event)
      return nil
    }
  }

  private func swap(
    _ models: [ModelCore], from origin: LiveRuleOrigin, digest: SourceDigest?
  ) -> LiveRuleEvent {
    let new = RuleModel(links: models.map(RuleLink.fixed))
    if case .refuse(let reason) = settings.options.gate?.decide(snapshot.ruleModel, new) {
      if let digest { state.withLock { $0.digest = digest } }
      return .refused(reason: reason)
    }
    let kept = settings.options.keptGenerations
    let snapshot = state.withLock { state in
      if let digest { state.digest = digest }
      return state.add(models, from: origin, keeping: kept)
    }
    publish(snapshot)
    return .swapped(generation: snapshot.generation)
  }

  private func onQueue(
    _ body: @escaping @Sendable (LiveRuleModel) throws -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try body(self) })
      }
    }
  }
}
