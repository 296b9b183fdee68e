import Dispatch
import LuaBridge
import Synchronization

// A state that ran out of memory is thrown away, and making another one runs the rule files
// again. After the first time, the pool makes a reserve state in advance, on another thread,
// so that the next evaluation need not wait. Files that take long are run on that thread only:
// the budget of an evaluation does not pay for them.

extension StatePool {
  /// The reserve: at most one state made in advance.
  struct Reserve: Sendable {
    var idle: Idle?
    var since = ContinuousClock.now
    var isBeingMade = false
    /// How many states were thrown away and not replaced.
    var lostCount = 0
    /// Why the last state could not be made.
    var failure: RuleError?
    /// The evaluations that wait for the next state.
    var waiting: [DispatchSemaphore] = []

    /// Ends the making of a state; returns the evaluations that waited for it.
    mutating func end(_ made: Result<Idle, RuleError>?) -> [DispatchSemaphore] {
      defer { waiting = [] }
      isBeingMade = false
      since = .now
      failure = nil
      switch made {
      case .success(let made)?: idle = made
      case .failure(let error)?: failure = error
      case nil: break
      }
      return waiting
    }
  }

  /// The queue on which reserve states are made, one at a time for all models.
  private static let queue = DispatchQueue(label: "luarules.states", qos: .utility)

  /// Takes the reserve state, if it has been there for at least `age`.
  func takeReserve(ifOlderThan age: Duration = .zero) -> Idle? {
    reserve.withLock { reserve in
      guard reserve.idle != nil, reserve.since.duration(to: .now) >= age else { return nil }
      return reserve.idle.take()
    }
  }

  /// Starts to make a reserve state, unless there is one or memory is short.
  ///
  /// - Returns: Whether there is one, or will be.
  @discardableResult
  func fillReserve(for core: ModelCore) -> Bool {
    guard limits.idle > 0, limits.memory.used < limits.memory.limit / 2 else { return false }
    let isMissing = reserve.withLock { reserve in
      guard reserve.idle == nil, !reserve.isBeingMade else { return false }
      reserve.isBeingMade = true
      return true
    }
    guard isMissing else { return true }
    Self.queue.async { [self, weak core] in
      let made = core.map { core in
        Result { () throws(RuleError) in try ModelLoader.join(core) }
          .map { Idle(place: PooledEvaluator(core, state: $0)) }
      }
      for waiting in reserve.withLock({ $0.end(made) }) { waiting.signal() }
    }
    return true
  }

  /// Notes that a state was thrown away, or that a lost one was replaced.
  func noteLoss(isReplaced: Bool = false) {
    reserve.withLock { $0.lostCount = max(0, $0.lostCount + (isReplaced ? -1 : 1)) }
  }

  /// Whether a state was thrown away and not replaced.
  var hasLosses: Bool { reserve.withLock { $0.lostCount > 0 } }

  /// Waits until the state is made that is being made.
  ///
  /// - Returns: Whether it is worth looking for it.
  /// - Throws: The error of the last attempt to make one.
  func waitForReserve(until deadline: DispatchTime) throws(RuleError) -> Bool {
    let (isReady, waiting) = reserve.withLock { reserve in
      guard reserve.isBeingMade else { return (true, nil as DispatchSemaphore?) }
      let semaphore = DispatchSemaphore(value: 0)
      reserve.waiting.append(semaphore)
      return (false, semaphore)
    }
    if !isReady, waiting?.wait(timeout: deadline) == .timedOut { return false }
    if let failure = reserve.withLock({ $0.failure }) { throw failure }
    return true
  }
}

extension ModelCore {
  /// Returns an unused state: the reserve, else a new one.
  ///
  /// A state that takes the place of a lost one is made on another thread, if making it takes more than
  /// the budget of an evaluation.
  ///
  /// - Parameter limit: The longest wait for such a state; `nil` for no limit.
  /// - Returns: The state.
  /// - Throws: ``RuleError`` if there is no state within the limit, or if a file fails.
  func freshState(within limit: Duration? = nil) throws(RuleError) -> LuaState {
    let nanoseconds = limit.map { Int(min($0, .seconds(60)) / .nanoseconds(1)) }
    let deadline = nanoseconds.map { DispatchTime.now() + .nanoseconds($0) } ?? .distantFuture
    while true {
      if let state = pool.takeReserve()?.place.takeState() {
        pool.noteLoss(isReplaced: true)
        pool.fillReserve(for: self)
        return state
      }
      guard isCostlyToLoad, pool.hasLosses, pool.fillReserve(for: self) else {
        let state = try ModelLoader.join(self)
        pool.noteLoss(isReplaced: true)
        return state
      }
      guard try pool.waitForReserve(until: deadline) else {
        throw RuleError(
          .budget,
          "no Lua state is free: memory ran out, and the rule files are still being run again")
      }
    }
  }

  /// Throws away the state of an evaluator whose budget ran out, and refills the reserve.
  func dropState(of place: PooledEvaluator) {
    place.dropState()
    pool.noteLoss()
    pool.fillReserve(for: self)
  }
}
