import Dispatch
import LuaBridge

#if ServiceLifecycle
  import ServiceLifecycle
#endif

extension LiveRuleModel {
  /// Loads the sources again if they changed, and waits until that is done.
  ///
  /// If a loaded file is missing, this waits until it is back, or counts as removed.
  ///
  /// - Returns: What happened; a refusal by the gate is not an error.
  /// - Throws: ``RuleError`` when the sources cannot be loaded; then the current generation
  ///   stays active. With code `stopped` after ``stop()``. `CancellationError` if the task is cancelled
  ///   while a file is missing.
  @discardableResult
  public func reload() async throws -> ReloadOutcome {
    while true {
      switch try await loadAttempt() {
      case .done(let outcome): return try outcome.get()
      case .waiting(let end):
        // In steps, to notice soon that a file is back.
        try await Task.sleep(until: min(end, .now + .milliseconds(10)), clock: .continuous)
      }
    }
  }

  private func loadAttempt() async throws -> LoadAttempt {
    try await onQueue { live in
      let attempt = live.reloadNow()
      if live.state.withLock({ $0.isStopped }) {
        throw RuleError(
          .stopped, "the live model was stopped; its sources are loaded no more",
          hint: "make another live model, or use `replace(with:)`")
      }
      return attempt
    }
  }

  /// Makes an earlier generation active again, under a new number.
  ///
  /// It stays active until the sources change again. The gate is not asked, so it
  /// cannot prevent a rollback.
  ///
  /// - Parameter generation: The number; `nil` for the one before the current.
  /// - Throws: ``RuleError`` when the generation is no longer kept.
  /// - Returns: The new number.
  @discardableResult
  public func rollback(to generation: Int? = nil) throws(RuleError) -> Int {
    let active = self.generation
    let outcome: Result<(old: Int, new: Snapshot), RuleError> = state.withLock { state in
      let target =
        generation.map { number in state.history.last { $0.generation == number } }
        ?? state.history.dropLast().last
      guard let target else {
        let numbers = state.history.map { String($0.generation) }.joined(separator: ", ")
        let name = generation.map { "generation \($0)" } ?? "an earlier generation"
        return .failure(RuleError(.noGeneration, "\(name) is not kept; there are \(numbers)"))
      }
      let snapshot = state.add(target.models, from: .rollback(to: target.generation))
      return .success((target.generation, snapshot))
    }
    let (old, new) = try outcome.get()
    publish(new)
    // Refused rules are not judged again in place of rules that somebody chose.
    if old != active { noteRefusal(nil) }
    tell(.rolledBack(to: old, generation: new.generation))
    return new.generation
  }

  /// Stops watching; the current generation stays active.
  ///
  /// Streams of events end, and ``reload()`` throws. A rollback and a
  /// replacement still work.
  public func stop() {
    let (watch, changes) = state.withLock { state in
      state.isStopped = true
      defer { (state.watch, state.changes) = (nil, nil) }
      return (state.watch, state.changes)
    }
    changes?.cancel()
    // Released while the lock is not held: a watch may wait for its callback, which takes the lock.
    withExtendedLifetime(watch) {}
    hub.finish()
  }

  /// Watches until the task is cancelled, then stops: the form for structured concurrency.
  public func run() async {
    #if ServiceLifecycle
      for await _ in hub.subscribe().cancelOnGracefulShutdown() {}
    #else
      for await _ in hub.subscribe() {}
    #endif
    stop()
  }

  // MARK: Loading

  /// The result of ``reloadNow()``.
  enum LoadAttempt: Sendable {
    /// The sources were loaded, or are unchanged.
    case done(Result<ReloadOutcome, RuleError>)
    /// Loaded files are missing; they may be back before this time.
    case waiting(until: ContinuousClock.Instant)
  }

  /// Loads the sources on the queue and swaps, unless loaded files are missing.
  func reloadNow() -> LoadAttempt {
    dispatchPrecondition(condition: .onQueue(queue))
    let (isStopped, known, rejection, refusal) = state.withLock { state in
      state.isReloadPending = false
      return (state.isStopped, state.digest, state.rejection, state.refusal)
    }
    guard !isStopped else { return .done(.success(.unchanged)) }
    if let end = endOfKnownGap() { return waiting(until: end) }
    let attempt: LiveSettings.Attempt
    var refusedBefore: String?
    switch settings.load(unless: known) {
    case .unchanged(let places):
      state.withLock { $0.gap = nil }
      watch(places.union(refusal?.inputs.places ?? []))
      // What the gate read besides the rules may have changed, so that it would decide otherwise.
      guard let refusal, !refusal.inputs.areUnchanged(limit: fileSizeLimit) else {
        lookAgainLater(after: rejection)
        if let rejection { return .done(.failure(rejection)) }
        return .done(.success(refusal.map { .refused(reason: $0.reason) } ?? .unchanged))
      }
      refusedBefore = refusal.reason
      attempt = settings.load()
    case .loaded(let loaded):
      if let end = endOfGap(before: loaded) {
        watch(loaded.places.union(state.withLock { $0.places }))
        return waiting(until: end)
      }
      attempt = loaded
    }
    noteFiles(of: attempt)
    watch(attempt.places)
    switch attempt.result {
    case .failure(let error):
      state.withLock { $0.digest = attempt.digest }
      noteRefusal(nil)
      noteRejection(error)
      tell(.rejected(error))
      lookAgainLater(after: error)
      return .done(.failure(error))
    case .success(let model):
      // If it was stopped meanwhile, the current generation stays active.
      guard !state.withLock({ $0.isStopped }) else { return .done(.success(.unchanged)) }
      do {
        let outcome = try swap([model], from: .sources, digest: attempt.digest)
        noteRejection(nil)
        if case .refused(let reason) = outcome {
          watch(attempt.places.union(state.withLock { $0.refusal }?.inputs.places ?? []))
          // The same sources are announced again only for another reason.
          if reason != refusedBefore { announce(outcome) }
        } else {
          noteRefusal(nil)
          settings.keep(model)
          announce(outcome)
        }
        return .done(.success(outcome))
      } catch {
        noteRefusal(nil)
        noteRejection(error)
        // The load is retried again and again, but the error is announced once.
        if error != rejection { tell(.rejected(error)) }
        lookAgainLater(after: error)
        return .done(.failure(error))
      }
    }
  }

  private func waiting(until end: ContinuousClock.Instant) -> LoadAttempt {
    lookAgain(at: end)
    return .waiting(until: end)
  }

  private var fileSizeLimit: Int { settings.options.loadingBudget.fileSize }

  private func onQueue<Result: Sendable>(
    _ body: @escaping @Sendable (LiveRuleModel) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Swift.Result { try body(self) })
      }
    }
  }
}
